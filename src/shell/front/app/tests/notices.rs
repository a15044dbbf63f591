//! Tests of the position of notices, and of the message in a terminal that is too small.

use crate::front::terminal::tests::lines_at;

use super::*;

#[test]
fn no_notice_covers_the_playfield() {
    let mut app = building(false);
    let without = app.picture().pixels().to_owned();
    let field = |pixels: &[u8]| pixels[..208 * Frame::WIDTH].to_vec();
    app.say("a folder with a long name has no room for what is written ".repeat(9));
    for page in 0..3 {
        assert_eq!(app.notice_page(), page);
        let shown = app.picture().pixels().to_owned();
        assert!(shown != without && field(&shown) == field(&without));
        if let Some(notice) = &mut app.notice {
            notice.until -= said::NOTICE_TIME;
        }
    }
    let said = app.notice().unwrap();
    let rows = lines_at(&mut app, (80, 24));
    let walls = rows[1..22].iter().all(|row| row.starts_with(['|', '+']));
    assert!(walls, "{rows:#?}");
    let shown = rows[23].trim();
    assert!(!shown.is_empty() && said.contains(shown), "{rows:#?}");
}

#[test]
fn a_step_that_waits_for_a_plan_still_shows_its_notice() {
    let scene = StillScene::new();
    let mut app = app(&scene);
    scene.0.borrow_mut().is_waiting = true;
    scene.0.borrow_mut().asks = vec![Request::Notify("survival plays on".to_owned())];
    assert!(!app.step(Duration::ZERO));
    assert_eq!(app.notice().as_deref(), Some("survival plays on"));
}

#[test]
fn a_terminal_too_small_for_the_playfield_shows_a_message() {
    let mut app = building(false);
    assert!(lines_at(&mut app, (34, 22))[21].contains("+----"));
    for size in [(33, 24), (80, 21), (1, 1), (0, 0)] {
        let rows = lines_at(&mut app, size);
        let said: String = rows.concat().split_whitespace().collect();
        assert!(!said.contains('|'), "{rows:#?}");
        let whole = format!(
            "terminal too small: {} columns and {} rows; 34 and 22 are needed",
            size.0, size.1
        );
        assert!(whole.replace(' ', "").starts_with(&said), "{rows:#?}");
        assert!(size.0 < 9 || said.ends_with("needed"));
    }
    app.act(Action::Menu);
    let small = lines_at(&mut app, (55, 24)).join(" ");
    let small = small.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(small.contains("56 and 24 are needed"), "{small}");
    assert!(lines_at(&mut app, (56, 24)).concat().contains("SETTINGS"));
}
