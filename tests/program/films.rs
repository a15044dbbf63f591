//! Tests of films and sound written by `record`: they have the true rate of the console, and equal games give equal
//! bytes.

use std::fs;
use std::path::Path;

use rightwell::pixels::read_picture;

use crate::support::program::{folder, refuse, succeed};

/// Returns the samples of a WAV file.
fn samples(path: &Path) -> Vec<i16> {
    let bytes = fs::read(path).unwrap();
    let size = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((size(4), size(40)), (bytes.len() - 8, bytes.len() - 44));
    let samples = bytes[44..].chunks_exact(2);
    samples
        .map(|two| i16::from_le_bytes([two[0], two[1]]))
        .collect()
}

fn peak(samples: &[i16]) -> u16 {
    samples
        .iter()
        .map(|sample| sample.unsigned_abs())
        .max()
        .unwrap_or(0)
}

/// Returns the number at `place` after a name, in a file that consists of boxes or chunks with names.
fn number_after(bytes: &[u8], name: &[u8; 4], place: usize) -> u32 {
    let at = bytes
        .windows(4)
        .position(|known| known == name)
        .expect("the name must occur in the file");
    u32::from_be_bytes(bytes[at + place..at + place + 4].try_into().unwrap())
}

#[test]
fn a_game_sounds_the_same_with_any_other_output() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    succeed(folder.path(), "record --seed 7 --frames 300 --wav a.wav");
    succeed(
        folder.path(),
        "record --seed 7 --frames 300 --every 3 --wav b.wav --gif b.gif --apng b.png --video b.mp4",
    );
    let (one, other) = (samples(&at("a.wav")), samples(&at("b.wav")));
    assert!(one == other);
    assert_eq!(one.len(), 239_605, "300 frames of 798.68 samples");
    assert!(
        peak(&one) > 3_000,
        "the sound must be audible: {}",
        peak(&one)
    );
}

#[test]
fn skipped_frames_are_silent_but_the_music_continues() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    succeed(folder.path(), "record --seed 7 --frames 300 --wav a.wav");
    succeed(
        folder.path(),
        "record --seed 7 --frames 300 --skip 100 --wav b.wav",
    );
    let (all, rest) = (samples(&at("a.wav")), samples(&at("b.wav")));
    assert!(all.ends_with(&rest));
    assert!(rest.len().abs_diff(all.len() * 2 / 3) < 800);
}

#[test]
fn music_can_be_chosen_or_left_out() {
    let folder = folder();
    let heard = |music: &str| {
        succeed(
            folder.path(),
            &format!("record --seed 7 --frames 200 --wav m.wav --music {music}"),
        );
        samples(&folder.path().join("m.wav"))
    };
    let (menu, one, two) = (heard("menu"), heard("one"), heard("two"));
    assert!(
        menu == one && one != two,
        "a start without menus has the first tune"
    );
    fs::copy("assets/music/two.tune", folder.path().join("mine.tune")).unwrap();
    assert!(heard("mine.tune") == two);
    let quiet = |samples: &[i16]| samples.iter().filter(|sample| **sample == 0).count();
    let off = heard("off");
    assert!(
        quiet(&off) > off.len() / 3 && peak(&off) > 1_000,
        "effects are heard"
    );
}

#[test]
fn films_have_the_true_rate_and_all_frames() {
    let folder = folder();
    for (region, scale, each) in [
        ("ntsc", 39_375_000, 655_171),
        ("pal", 53_203_425, 1_063_920),
    ] {
        let line = format!(
            "record --seed 7 --input pad --region {region} --frames 120 --video v.mp4 --apng v.png"
        );
        succeed(folder.path(), &line);
        let film = fs::read(folder.path().join("v.mp4")).unwrap();
        assert_eq!(number_after(&film, b"mdhd", 24), scale, "{region}");
        assert_eq!(number_after(&film, b"stts", 12), 120, "{region}: pictures");
        assert_eq!(
            number_after(&film, b"stts", 16),
            each,
            "{region}: of a time"
        );
        let animated = fs::read(folder.path().join("v.png")).unwrap();
        let pictures = number_after(&animated, b"acTL", 4);
        let controls = animated.windows(4).filter(|name| name == b"fcTL").count();
        assert_eq!(pictures as usize, controls);
        assert!((10..=120).contains(&pictures), "{pictures}");
    }
}

#[test]
fn a_replay_sounds_as_the_game_did() {
    let folder = folder();
    let path = folder.path();
    for played in ["", "--match veteran machine --level 9 "] {
        succeed(
            path,
            &format!("record --seed 7 {played}--frames 300 --save-replay g.ron --wav a.wav"),
        );
        succeed(path, "record --replay g.ron --wav b.wav");
        assert!(
            samples(&path.join("a.wav")) == samples(&path.join("b.wav")),
            "{played}"
        );
    }
}

#[test]
fn a_recording_is_filmed_with_its_sound() {
    let folder = folder();
    let path = folder.path();
    succeed(
        path,
        "record --seed 7 --input pad --frames 400 --save-replay g.fm2 --wav a.wav",
    );
    succeed(
        path,
        "record --replay g.fm2 --first-piece --wav b.wav --video b.mp4",
    );
    let replayed = samples(&path.join("b.wav"));
    assert!(peak(&replayed) > 1_000);
    assert!(fs::metadata(path.join("b.mp4")).unwrap().len() > 10_000);
}

#[test]
fn a_captured_game_is_filmed_without_sound() {
    let Some(games) = std::env::var_os("RIGHTWELL_GAMES") else {
        eprintln!("left out: RIGHTWELL_GAMES names no folder of games");
        return;
    };
    let folder = folder();
    let path = folder.path();
    fs::copy(Path::new(&games).join("yobi_777k.ngf"), path.join("g.ngf")).unwrap();
    succeed(
        path,
        "record --replay g.ngf --frames 200 --every 50 --png a.png --gif a.gif --apng b.png --video a.mp4",
    );
    let film = fs::read(path.join("a.mp4")).unwrap();
    assert_eq!(number_after(&film, b"stts", 12), 200, "pictures");
    for picture in ["a.png", "a.gif", "b.png"] {
        assert!(fs::metadata(path.join(picture)).unwrap().len() > 1_000);
    }
    for (option, file) in [("--wav", "a.wav"), ("--save-replay", "a.ron")] {
        let command = format!("record --replay g.ngf {option} {file}");
        refuse(path, &command, &[option, "no sound", "--video FILE"]);
        assert!(!path.join(file).exists());
    }
}

#[test]
fn a_film_with_panels_contains_the_unchanged_screen() {
    let folder = folder();
    let path = folder.path();
    let game = "record --seed 8988 --input pad --level 18 --frames 300 --every 60";
    succeed(path, &format!("{game} --png plain.png --scale 3"));
    succeed(
        path,
        &format!("{game} --stage 1280x720 --png a.png --gif a.gif --apng b.png"),
    );
    let read = |name, size| read_picture(&fs::read(path.join(name)).unwrap(), size).unwrap();
    let (plain, stage) = (read("plain.png", (768, 720)), read("a.png", (1280, 720)));
    for (row, whole) in plain.chunks(768).zip(stage.chunks(1280)) {
        assert!(whole[256..1024] == *row);
    }
    let lit = |columns: std::ops::Range<usize>| {
        stage.chunks(1280).any(|row| {
            row[columns.clone()]
                .iter()
                .any(|pixel| pixel[..3] != [0; 3])
        })
    };
    assert!(lit(0..256) && lit(1024..1280), "panels at both sides");
    for film in ["a.gif", "b.png"] {
        assert!(fs::metadata(path.join(film)).unwrap().len() > 5_000);
    }
    for (size, said) in [
        ("1280", "256x240"),
        ("100x100", "256x240"),
        ("1281x720 --video v.mp4", "even numbers"),
    ] {
        refuse(path, &format!("record --png c.png --stage {size}"), &[said]);
    }
    assert!(!path.join("c.png").exists() && !path.join("v.mp4").exists());
}

/// Returns the brightness of each pixel of a film, frame by frame. Returns `None` without ffmpeg.
fn brightness(path: &Path) -> Option<Vec<u8>> {
    let mut ffmpeg = std::process::Command::new("ffmpeg");
    ffmpeg.args(["-v", "error", "-i"]).arg(path);
    ffmpeg.args([
        "-f",
        "rawvideo",
        "-pix_fmt",
        "yuv420p",
        "-fps_mode",
        "passthrough",
        "-",
    ]);
    match ffmpeg.output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("left out: there is no ffmpeg");
            None
        }
        found => {
            let found = found.unwrap();
            let said = String::from_utf8_lossy(&found.stderr);
            assert!(found.status.success() && said.is_empty(), "{said}");
            Some(found.stdout)
        }
    }
}

#[test]
fn a_stage_of_any_even_size_is_filmed_as_mp4_as_its_pictures_are() {
    let folder = folder();
    let path = folder.path();
    // 720 rows are a whole number of blocks. 486 columns are not.
    for (width, height) in [(1280, 720), (486, 514)] {
        let size = (width, height);
        let game = "record --seed 8988 --input pad --level 18 --frames 40";
        succeed(
            path,
            &format!("{game} --stage {width}x{height} --png a.png --video a.mp4"),
        );
        let film = fs::read(path.join("a.mp4")).unwrap();
        assert_eq!(number_after(&film, b"tkhd", 92), (width as u32) << 16);
        assert_eq!(number_after(&film, b"tkhd", 96), (height as u32) << 16);
        assert_eq!(number_after(&film, b"stts", 12), 40, "pictures");
        let Some(shown) = brightness(&path.join("a.mp4")) else {
            return;
        };
        let each = width * height * 3 / 2;
        assert_eq!(
            shown.len(),
            40 * each,
            "{size:?}: the film must not be padded"
        );
        let picture = read_picture(
            &fs::read(path.join("a.png")).unwrap(),
            (width as u32, height as u32),
        )
        .unwrap();
        let last = &shown[39 * each..][..width * height];
        let mut sum = 0.0;
        for (place, (pixel, found)) in picture.iter().zip(last).enumerate() {
            let [red, green, blue, _] = pixel.map(f64::from);
            let light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            let wanted = 16.0 + light * 219.0 / 255.0;
            let apart = (wanted - f64::from(*found)).abs();
            let (x, y) = (place % width, place / width);
            assert!(apart < 16.0, "{size:?}: {x} {y}: {wanted} {found}");
            sum += apart;
        }
        let mean = sum / (width * height) as f64;
        assert!(mean < 0.75, "{size:?}: {mean} on average");
    }
}

#[test]
fn unknown_music_and_faulty_tunes_are_named() {
    let folder = folder();
    let path = folder.path();
    refuse(
        path,
        "record --wav a.wav --music disco",
        &["unknown music disco", "menu, off, one, two"],
    );
    refuse(path, "record --wav a.wav --music none.tune", &["none.tune"]);
    fs::write(path.join("bad.tune"), "name x\ntempo fast slow").unwrap();
    refuse(
        path,
        "record --wav a.wav --music bad.tune",
        &["bad.tune, line 2: fast is not a tempo; allowed: 40 to 400"],
    );
    refuse(path, "record --video a.mp4 --scale 17", &["1..=16"]);
    assert!(!path.join("a.wav").exists() && !path.join("a.mp4").exists());
}
