//! DAS charge at each spawn, and how often it is lost.

use crate::rules::Region;

/// DAS charges in a console game, in frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DasCharges {
    full: u8,
    reload: u8,
    charge: u8,
    great_spawns: u32,
    fair_spawns: u32,
    bad_spawns: u32,
    /// Sum of the charges at all spawns.
    sum: u64,
    losses: u32,
    is_lost: bool,
}

impl DasCharges {
    pub(super) const fn new(region: Region) -> DasCharges {
        DasCharges {
            full: region.autoshift_delay_frames(),
            reload: region.autoshift_reload(),
            charge: 0,
            great_spawns: 0,
            fair_spawns: 0,
            bad_spawns: 0,
            sum: 0,
            losses: 0,
            is_lost: false,
        }
    }

    /// Counts a piece that spawns with this charge.
    ///
    /// Source of the limits: NestrisChamps (15 and 10 of 16). The PAL limits are scaled (11 and 8 of 12).
    pub(super) fn begin_piece(&mut self, charge: u8) {
        self.charge = charge;
        self.is_lost = false;
        self.sum += u64::from(charge);
        let count = if charge + 1 >= self.full {
            &mut self.great_spawns
        } else if charge >= self.reload {
            &mut self.fair_spawns
        } else {
            &mut self.bad_spawns
        };
        *count += 1;
    }

    /// Follows one frame under control. `charge` is the charge after the frame.
    pub(super) const fn follow(&mut self, charge: u8) {
        if charge == 0 && self.charge > 0 && !self.is_lost {
            self.is_lost = true;
            self.losses += 1;
        }
        self.charge = charge;
    }

    /// Returns the current charge, 0 to [`DasCharges::full`]. For a game seen by a camera, returns the charge at the last
    /// spawn.
    pub const fn charge(&self) -> u8 {
        self.charge
    }

    /// Returns the full charge, at which a held direction shifts a piece immediately: 16, or 12 on PAL.
    pub const fn full(&self) -> u8 {
        self.full
    }

    /// Returns whether the charge has fallen to 0 during the current piece.
    pub const fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Returns the number of pieces during which the DAS charge fell to 0. Unknown for a game captured
    /// from a video.
    pub const fn losses(&self) -> u32 {
        self.losses
    }

    /// Returns the number of pieces that spawned with a charge of 15 or more (PAL: 11 or more).
    pub const fn great_spawns(&self) -> u32 {
        self.great_spawns
    }

    /// Returns the number of pieces that spawned with a charge of 10-14 (PAL: 8-10).
    pub const fn fair_spawns(&self) -> u32 {
        self.fair_spawns
    }

    /// Returns the number of pieces that spawned with a charge below 10 (PAL: below 8).
    pub const fn bad_spawns(&self) -> u32 {
        self.bad_spawns
    }

    /// Returns the mean charge at spawns, in frames, or `None` before the first piece.
    pub fn mean(&self) -> Option<f64> {
        let all = self.great_spawns + self.fair_spawns + self.bad_spawns;
        (all > 0).then(|| self.sum as f64 / f64::from(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charges_are_great_from_fifteen_and_fair_from_ten() {
        let mut das = DasCharges::new(Region::Ntsc);
        assert_eq!(das.mean(), None);
        for charge in [16, 15, 14, 10, 9, 0] {
            das.begin_piece(charge);
        }
        assert_eq!(
            (das.great_spawns(), das.fair_spawns(), das.bad_spawns()),
            (2, 2, 2)
        );
        // The charges of the six pieces add up to 64.
        assert_eq!(das.mean(), Some(64.0 / 6.0));
        let mut pal = DasCharges::new(Region::Pal);
        for charge in [12, 11, 10, 8, 7] {
            pal.begin_piece(charge);
        }
        assert_eq!(
            (
                pal.great_spawns(),
                pal.fair_spawns(),
                pal.bad_spawns(),
                pal.full()
            ),
            (2, 2, 1, 12)
        );
    }

    #[test]
    fn a_charge_is_lost_once_a_piece() {
        let mut das = DasCharges::new(Region::Ntsc);
        das.begin_piece(10);
        for charge in [10, 0, 1, 0] {
            das.follow(charge);
        }
        assert!(das.is_lost() && das.losses() == 1);
        das.begin_piece(0);
        das.follow(0);
        assert!(!das.is_lost(), "there was none");
        das.follow(3);
        das.follow(0);
        assert_eq!((das.losses(), das.charge()), (2, 0));
    }
}
