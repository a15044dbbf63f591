//! Assignment of pads to players.

use super::device::PadInfo;
use super::guid::Guid;

/// Slots for pads. The pad in the first slot belongs to the left player, the pad in the second slot to the right
/// player.
#[derive(Debug, Default)]
pub struct PadSlots {
    places: Vec<PadSlot>,
    /// True if the last game with people had two of them.
    are_two: bool,
}

/// Slot of a pad. While two people play, a disconnected pad keeps its slot.
#[derive(Debug)]
struct PadSlot {
    guid: Guid,
    name: String,
    uniq: String,
    /// Number of the pad. `None` while it is disconnected.
    device: Option<u32>,
}

impl PadSlots {
    /// Records with which controllers people play.
    pub fn note(&mut self, people: [bool; 2]) {
        if people != [false, false] {
            self.are_two = people == [true, true];
        }
        if !self.are_two {
            // A single player may use any pad, so no slot is reserved.
            self.places.retain(|place| place.device.is_some());
        }
    }

    /// Assigns a slot to a connected pad. Returns whether this pad was connected before.
    ///
    /// The pad gets the slot that it had before, else a free slot, else a new one.
    pub fn connect(&mut self, device: u32, pad: &PadInfo) -> bool {
        let new = PadSlot {
            guid: Guid::from_pad(pad),
            name: pad.name.clone(),
            uniq: pad.uniq.clone(),
            device: Some(device),
        };
        let mut free: Vec<&mut PadSlot> = (self.places.iter_mut())
            .filter(|place| place.device.is_none())
            .collect();
        let is_same = |place: &&mut PadSlot| place.guid == new.guid && place.name == new.name;
        let is_itself = |place: &&mut PadSlot| is_same(place) && place.uniq == new.uniq;
        let known = free.iter().position(is_itself);
        let known = known.or_else(|| free.iter().position(is_same));
        match known.or((!free.is_empty()).then_some(0)) {
            Some(place) => *free[place] = new,
            None => self.places.push(new),
        }
        known.is_some()
    }

    /// Removes a pad. While two people play, the pad keeps its slot.
    pub fn disconnect(&mut self, device: u32) {
        let place = (self.places.iter()).position(|place| place.device == Some(device));
        let Some(place) = place else {
            return;
        };
        if self.are_two {
            self.places[place].device = None;
        } else {
            self.places.remove(place);
        }
    }

    /// Returns the slot of a pad, counted from 0.
    pub fn place_of(&self, device: u32) -> Option<usize> {
        (self.places.iter()).position(|place| place.device == Some(device))
    }

    /// Returns the controller of the console that this pad plays. A single person uses all pads. Two people use one pad
    /// each.
    pub fn side(&self, device: u32, people: [bool; 2]) -> Option<usize> {
        match people {
            [false, false] => None,
            [true, true] => self.place_of(device).filter(|place| *place < 2),
            [left, _] => Some(usize::from(!left)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: [bool; 2] = [true, true];

    fn pad(name: &str, uniq: &str) -> PadInfo {
        PadInfo {
            name: name.to_owned(),
            uniq: uniq.to_owned(),
            ..PadInfo::default()
        }
    }

    fn sides(places: &PadSlots, devices: [u32; 3]) -> [Option<usize>; 3] {
        devices.map(|device| places.side(device, TWO))
    }

    #[test]
    fn a_person_alone_has_all_pads_and_computers_none() {
        let mut places = PadSlots::default();
        places.connect(1, &pad("one", ""));
        places.connect(2, &pad("two", ""));
        let of = |people| [1, 2].map(|device| places.side(device, people));
        assert_eq!(of([true, false]), [Some(0); 2]);
        assert_eq!(of([false, true]), [Some(1); 2]);
        assert_eq!(of([false, false]), [None; 2]);
        assert_eq!(of(TWO), [Some(0), Some(1)]);
    }

    #[test]
    fn a_pad_that_comes_back_between_two_people_has_its_player_again() {
        let mut places = PadSlots::default();
        for (device, uniq) in [(1, "a"), (2, "b"), (3, "c")] {
            places.connect(device, &pad("twin", uniq));
        }
        places.note(TWO);
        assert_eq!(sides(&places, [1, 2, 3]), [Some(0), Some(1), None]);
        places.disconnect(1);
        places.disconnect(2);
        // The menu is open now, so no one plays.
        places.note([false, false]);
        assert!(places.connect(4, &pad("twin", "b")));
        assert!(places.connect(5, &pad("twin", "a")));
        assert_eq!(sides(&places, [4, 5, 3]), [Some(1), Some(0), None]);
    }

    #[test]
    fn a_pad_in_another_socket_is_known_by_its_kind_and_another_one_takes_the_free_place() {
        let mut places = PadSlots::default();
        places.connect(1, &pad("one", "usb-1"));
        places.connect(2, &pad("two", "usb-2"));
        places.note(TWO);
        places.disconnect(1);
        assert!(places.connect(3, &pad("one", "usb-7")));
        assert_eq!(places.side(3, TWO), Some(0));
        places.disconnect(3);
        assert!(!places.connect(4, &pad("three", "")));
        assert_eq!(places.side(4, TWO), Some(0));
    }

    #[test]
    fn before_two_play_the_first_pad_that_is_there_is_the_left_one() {
        let mut places = PadSlots::default();
        places.connect(1, &pad("one", ""));
        places.connect(2, &pad("two", ""));
        places.disconnect(1);
        places.note(TWO);
        assert_eq!(places.side(2, TWO), Some(0));
        places.connect(3, &pad("one", ""));
        assert_eq!(places.side(3, TWO), Some(1));
        places.disconnect(2);
        places.note([true, false]);
        places.note(TWO);
        assert_eq!(places.side(3, TWO), Some(0));
    }
}
