#!/bin/sh
# Learns the tables of the player `scorer` again from scorer.table, with one command each:
#   sh assets/players/learn.sh FOLDER [NAME...]
# writes the named tables or all to FOLDER, skips existing ones, and continues interrupted runs.
# RIGHTWELL=PROGRAM selects the program (rightwell). All need about 720 million pieces: two hours of one core.
set -eu
folder=$1
shift
wanted=" $* "
rightwell=${RIGHTWELL:-rightwell}
mkdir -p "$folder"

# NAME FROM PIECES KNOWN GAME-OVER SEED OPTIONS...
learn() {
    name=$1 from=$2 pieces=$3 known=$4 over=$5 seed=$6
    shift 6
    case $wanted in
        "  " | *" $name "*) ;;
        *) return 0 ;;
    esac
    file=$folder/$name.table
    [ ! -e "$file" ] || return 0
    # A table in FOLDER, or a built-in one.
    [ ! -e "$folder/$from.table" ] || from=$folder/$from.table
    resume=
    [ ! -e "$file.checkpoint" ] || resume=--resume
    "$rightwell" train --table "$file" --from "$from" --pieces "$pieces" --known-pieces "$known" \
        --game-over "$over" --step 0.3 --input pad --seed "$seed" "$@" $resume
    gzip -9nk "$file"
}

learn machine scorer 24000000 2 40 2 --level 19
learn a12-18 scorer 40000000 1 40 1 --level 18 --tap-hz 12
learn a12-19 a12-18 40000000 1 40 1 --level 19 --tap-hz 12
learn b12-18 a12-18 10000000 2 60 2 --level 18 --tap-hz 12
learn b12-19 a12-19 10000000 2 60 2 --level 19 --tap-hz 12
learn tapper-18 b12-18 20000000 1 60 3 --level 18 --tap-hz 12 --mistakes 2
learn tapper-19 b12-19 20000000 1 60 3 --level 19 --tap-hz 12 --mistakes 2
learn tap10-18 b12-18 10000000 1 60 1 --level 18 --tap-hz 10
learn tap10-19 b12-19 10000000 1 60 1 --level 19 --tap-hz 10
learn a15-18 scorer 40000000 1 40 1 --level 18 --tap-hz 15
learn a15-19 a15-18 40000000 1 40 1 --level 19 --tap-hz 15
learn a15-29 a15-19 20000000 1 40 1 --level 29 --tap-hz 15
learn fast-tapper-18 a15-18 8000000 2 60 2 --level 18 --tap-hz 15
learn fast-tapper-19 a15-19 8000000 2 60 2 --level 19 --tap-hz 15
learn late15-18 fast-tapper-18 20000000 1 60 3 --level 18 --tap-hz 15 --mistakes 2
learn late15-19 fast-tapper-19 20000000 1 60 3 --level 19 --tap-hz 15 --mistakes 2
learn b15-29 a15-29 8000000 2 40 2 --level 29 --tap-hz 15
learn fast-tapper-29 b15-29 12000000 1 55 3 --level 29 --tap-hz 15
learn a30-29 machine 12000000 1 40 1 --level 29
learn tournament-29 a30-29 30000000 1 100 3 --level 29 --tap-hz 30
learn machine-29 a30-29 6000000 2 40 2 --level 29
learn a30-39 a30-29 12000000 1 40 1 --level 39 --double-killscreen
learn machine-39 a30-39 12000000 2 40 1 --level 39 --double-killscreen
learn b30-39 machine-39 15000000 1 40 3 --level 39 --double-killscreen --tap-hz 30
learn c30-39 b30-39 15000000 1 60 3 --level 39 --double-killscreen --tap-hz 30
learn tournament-39 c30-39 15000000 1 72 3 --level 39 --double-killscreen --tap-hz 30
learn tap24-18 machine 14000000 1 40 1 --level 18 --tap-hz 24
learn tap24-19 tap24-18 14000000 1 40 1 --level 19 --tap-hz 24
learn a24-29 tap24-19 12000000 1 40 1 --level 29 --tap-hz 24
learn tap24-29 a24-29 12000000 1 100 3 --level 29 --tap-hz 24
learn tap24-39 tournament-39 12000000 1 72 3 --level 39 --double-killscreen --tap-hz 24
learn slow-5-18 tap24-18 20000000 1 60 3 --level 18 --hand slow-5
learn slow-5-19 tap24-19 20000000 1 60 3 --level 19 --hand slow-5
learn a5-29 tap24-29 9000000 1 70 3 --level 29 --hand slow-5
learn slow-5-29 a5-29 24000000 1 70 5 --level 29 --hand slow-5
learn slow-5-39 tap24-39 14000000 1 72 5 --level 39 --double-killscreen --hand slow-5
learn tap20-18 tap24-18 14000000 1 40 1 --level 18 --tap-hz 20
learn tap20-19 tap20-18 14000000 1 40 1 --level 19 --tap-hz 20
learn a20-29 tap20-19 12000000 1 40 1 --level 29 --tap-hz 20
learn tap20-29 a20-29 12000000 1 60 3 --level 29 --tap-hz 20
learn late20-18 tap20-18 20000000 1 60 3 --level 18 --tap-hz 20 --mistakes 2
learn late20-19 tap20-19 20000000 1 60 3 --level 19 --tap-hz 20 --mistakes 2
