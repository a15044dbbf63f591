//! Tests of the layout in windows of all sizes.

use super::*;

const ALL: [Scaling; 3] = [Scaling::Whole, Scaling::Fill, Scaling::Television];

fn area(x: u32, y: u32, width: u32, height: u32) -> Area {
    Area {
        x,
        y,
        width,
        height,
    }
}

const ALONE: LayoutOptions = LayoutOptions {
    status: true,
    panels: PanelPlace::None,
    is_opened: false,
};

fn with_strip(width: u32, height: u32, scaling: Scaling) -> Layout {
    Layout::new(width, height, scaling, ALONE)
}

fn without_strip(width: u32, height: u32, scaling: Scaling) -> Layout {
    let status = false;
    Layout::new(width, height, scaling, LayoutOptions { status, ..ALONE })
}

fn stage(width: u32, height: u32, panels: PanelPlace, is_opened: bool) -> Layout {
    let wanted = LayoutOptions {
        panels,
        is_opened,
        ..ALONE
    };
    Layout::new(width, height, Scaling::Whole, wanted)
}

/// Returns the scale of the screen, then scale, width and height of each column, with sizes in pixels of the column.
fn shape(layout: &Layout) -> (u32, Vec<(u32, usize, usize)>) {
    let columns = layout.columns.iter().map(|column| {
        let ColumnSize { width, height } = column.size();
        (column.factor, width, height)
    });
    (layout.picture.width / WIDTH, columns.collect())
}

#[test]
fn a_wide_window_has_columns_at_both_sides_or_one() {
    for (width, height, panels, expected) in [
        (1280, 720, PanelPlace::Both, (3, vec![(2, 128, 352); 2])),
        (1920, 1080, PanelPlace::Both, (4, vec![(3, 149, 320); 2])),
        (2560, 1440, PanelPlace::Both, (6, vec![(4, 128, 352); 2])),
        (3840, 2160, PanelPlace::Both, (9, vec![(6, 128, 352); 2])),
        (1280, 720, PanelPlace::Right, (3, vec![(2, 256, 352)])),
        (1024, 768, PanelPlace::Both, (3, vec![(2, 128, 360)])),
    ] {
        let layout = stage(width, height, panels, false);
        assert_eq!(shape(&layout), expected, "{width}x{height}");
        assert_eq!(
            layout.strip, None,
            "a column contains the status, so there is no strip"
        );
    }
    let left = stage(1280, 720, PanelPlace::Left, false);
    assert_eq!((left.columns[0].area.x, left.picture.x), (0, 512));
}

#[test]
fn panels_have_one_text_size_and_the_picture_fills_the_height() {
    for (width, height, scale, factor, columns) in [
        (854, 480, 2.0, 1, 2),
        (960, 540, 2.0, 1, 2),
        (800, 600, 2.125, 2, 1),
        (1270, 690, 2.875, 2, 2),
        (1280, 720, 3.0, 2, 2),
        (1366, 768, 3.0, 2, 2),
        (1920, 1080, 4.0, 3, 2),
    ] {
        for is_opened in [false, true] {
            let wanted = LayoutOptions {
                panels: PanelPlace::Both,
                is_opened,
                ..ALONE
            };
            let layout = Layout::new(width, height, Scaling::Fill, wanted);
            let picture = layout.picture;
            let said = format!("{width}x{height}: {layout:?}");
            assert_eq!(f64::from(picture.width) / 256.0, scale, "{said}");
            assert!(100 * picture.height >= 85 * height, "{said}");
            assert_eq!(layout.columns.len(), columns, "{said}");
            for column in &layout.columns {
                assert_eq!(column.factor, factor, "{said}");
                let (left, right) = (column.area.x, column.area.x + column.area.width);
                assert!(
                    left == picture.x + picture.width || right == picture.x,
                    "{said}"
                );
                assert!(column.area.y - picture.y <= EDGE * factor, "{said}");
            }
        }
    }
}

#[test]
fn a_tall_window_has_columns_below() {
    let layout = stage(800, 1000, PanelPlace::Both, false);
    assert_eq!(shape(&layout), (3, vec![(2, 133, 132); 3]));
    assert_eq!((layout.picture.y, layout.columns[0].area.y), (0, 728));
}

#[test]
fn without_room_an_opened_panel_makes_the_picture_smaller_or_is_a_page() {
    assert_eq!(
        shape(&stage(512, 480, PanelPlace::Both, false)),
        (2, vec![])
    );
    let opened = stage(512, 480, PanelPlace::Both, true);
    assert_eq!(shape(&opened), (1, vec![(1, 256, 472)]));
    let opened = stage(768, 744, PanelPlace::Both, true);
    assert_eq!(shape(&opened), (2, vec![(2, 128, 364)]));
    let page = stage(300, 250, PanelPlace::Both, true);
    assert!(page.is_page);
    assert_eq!(shape(&page), (1, vec![(1, 256, 240)]));
    assert_eq!(page.picture, page.columns[0].area);
}

#[test]
fn columns_cover_neither_the_picture_nor_each_other_in_any_window() {
    let places = [PanelPlace::Both, PanelPlace::Left, PanelPlace::Right];
    let sizes = (1..64).flat_map(|w| (1..50).map(move |h| (w * 61, h * 47)));
    for (width, height) in sizes {
        for (scaling, panels) in ALL
            .into_iter()
            .flat_map(|one| places.map(|place| (one, place)))
        {
            let opened = [false, true].into_iter();
            for is_opened in opened {
                let wanted = LayoutOptions {
                    status: true,
                    panels,
                    is_opened,
                };
                let layout = Layout::new(width, height, scaling, wanted);
                let said = format!("{width}x{height} {wanted:?} {layout:?}");
                let is_whole = |column: &PanelColumn| {
                    let Area { width, height, .. } = column.area;
                    width % column.factor == 0 && height % column.factor == 0
                };
                assert!(layout.columns.iter().all(is_whole), "{said}");
                let mut areas: Vec<Area> =
                    layout.columns.iter().map(|column| column.area).collect();
                if layout.is_page {
                    assert_eq!(areas.len(), 1, "{said}");
                } else {
                    areas.push(layout.picture);
                }
                areas.extend(layout.strip.map(|strip| strip.area));
                for (index, one) in areas.iter().enumerate() {
                    assert!(
                        one.x + one.width <= width.max(1) && one.y + one.height <= height.max(1),
                        "{said}"
                    );
                    for other in &areas[..index] {
                        let apart = one.x + one.width <= other.x
                            || other.x + other.width <= one.x
                            || one.y + one.height <= other.y
                            || other.y + other.height <= one.y;
                        assert!(apart, "{said}");
                    }
                }
                for column in &layout.columns {
                    assert!(column.size().width >= ColumnSize::WIDTH_MIN, "{said}");
                }
                // An opened panel is always visible if the screen is.
                let has_picture = layout.picture.height >= HEIGHT;
                assert!(
                    !is_opened || !has_picture || !layout.columns.is_empty(),
                    "{said}"
                );
            }
        }
    }
}

#[test]
fn a_window_without_panels_has_the_picture_thrice_and_one_row_below() {
    let layout = with_strip(768, 744, Scaling::Whole);
    assert_eq!(layout.picture, area(0, 0, 768, 720));
    let strip = layout.strip.unwrap();
    assert_eq!(strip.area, area(0, 720, 768, 24));
    assert_eq!((strip.size.columns, strip.size.rows), (32, 1));
    assert!(layout.is_whole());
}

#[test]
fn whole_multiples_are_centred() {
    let layout = with_strip(1000, 600, Scaling::Whole);
    assert_eq!(layout.picture, area(244, 60, 512, 480));
    let strip = layout.strip.unwrap();
    assert_eq!(strip.area, area(244, 540, 512, 48));
    assert_eq!(strip.size.rows, 3);
    let without = without_strip(1000, 600, Scaling::Whole);
    assert_eq!((without.picture, without.strip), (layout.picture, None));
}

#[test]
fn without_room_the_strip_is_left_out_and_nothing_shrinks_in_whole_multiples() {
    let layout = with_strip(800, 730, Scaling::Whole);
    assert_eq!(layout.picture, area(16, 5, 768, 720));
    assert_eq!(layout.strip, None);
}

#[test]
fn a_wide_window_has_the_strip_at_the_side() {
    for (width, height, scaling, columns, letter) in [
        (1280, 720, Scaling::Whole, 15, 16),
        (1920, 1080, Scaling::Television, 17, 16),
        (1920, 1200, Scaling::Whole, 12, 24),
    ] {
        let layout = with_strip(width, height, scaling);
        let Strip { area, size } = layout.strip.unwrap();
        assert_eq!(size.columns, columns, "{width}x{height}");
        assert_eq!(area.width, columns as u32 * letter);
        assert_eq!(
            layout.picture.height, height,
            "the game screen must not shrink"
        );
    }
}

#[test]
fn fill_takes_all_but_a_row_and_keeps_the_proportions() {
    let layout = with_strip(800, 700, Scaling::Fill);
    let Area { width, height, .. } = layout.picture;
    assert_eq!(
        height,
        700 - 16,
        "expected a strip with letters twice as large"
    );
    assert_eq!(width, 730);
    assert!(!layout.is_whole());
    let without = without_strip(800, 700, Scaling::Fill);
    assert_eq!(without.picture, area(26, 0, 747, 700));
}

#[test]
fn on_a_television_pixels_are_wider_than_high() {
    let layout = without_strip(4000, 720, Scaling::Television);
    assert_eq!(layout.picture.height, 720);
    assert_eq!(layout.picture.width, 878, "720 x 256/240 x 8/7");
    let layout = without_strip(585, 4000, Scaling::Television);
    assert_eq!((layout.picture.width, layout.picture.height), (585, 480));
}

#[test]
fn everything_is_inside_any_window_and_nothing_covers_the_picture() {
    for scaling in ALL {
        for (width, height) in (1..60).flat_map(|w| (1..60).map(move |h| (w * 41, h * 37))) {
            let layout = with_strip(width, height, scaling);
            let picture = layout.picture;
            assert!(picture.x + picture.width <= width, "{width}x{height}");
            assert!(picture.y + picture.height <= height, "{width}x{height}");
            if let Some(Strip { area, size }) = layout.strip {
                assert!(area.x + area.width <= width, "{width}x{height}");
                assert!(area.y + area.height <= height, "{width}x{height}");
                let is_below = area.y >= picture.y + picture.height;
                assert!(is_below || area.x >= picture.x + picture.width);
                assert!(size.columns >= 12 && size.rows >= 1, "{size:?}");
                assert!(size.columns <= Frame::COLUMNS && size.rows <= Frame::ROWS);
            }
            // Only scaling by whole multiples may leave no room for a strip.
            let is_small = picture.height < HEIGHT;
            let is_whole = scaling == Scaling::Whole;
            assert!(
                layout.strip.is_some() || is_small || is_whole,
                "{width}x{height}"
            );
        }
    }
}

#[test]
fn a_small_window_shows_the_picture_shrunk() {
    let layout = with_strip(128, 300, Scaling::Whole);
    assert_eq!(layout.picture, area(0, 90, 128, 120));
    assert_eq!(layout.strip, None);
    assert_eq!(with_strip(0, 0, Scaling::Fill).picture.width, 1);
}

#[test]
fn places_of_the_window_lead_back_to_pixels_of_the_picture() {
    let layout = with_strip(1000, 600, Scaling::Whole);
    assert_eq!(layout.picture_point(244.0, 60.0), Some((0, 0)));
    assert_eq!(layout.picture_point(245.9, 61.9), Some((0, 0)));
    assert_eq!(layout.picture_point(246.0, 62.0), Some((1, 1)));
    assert_eq!(layout.picture_point(755.9, 539.9), Some((255, 239)));
    for (x, y) in [
        (243.9, 300.0),
        (756.0, 300.0),
        (500.0, 59.0),
        (500.0, 540.0),
    ] {
        assert_eq!(layout.picture_point(x, y), None, "{x} {y}");
    }
    let wide = without_strip(878, 720, Scaling::Television);
    assert_eq!(wide.picture_point(877.0, 719.0), Some((255, 239)));
    assert_eq!(wide.picture_point(439.5, 360.0), Some((128, 120)));
}

#[test]
fn places_of_the_window_lead_to_pixels_of_a_column() {
    let column = stage(1280, 720, PanelPlace::Right, false).columns[0];
    assert_eq!(column.area, area(768, 8, 512, 704));
    assert_eq!(column.point(768.0, 8.0), Some((0, 0)));
    assert_eq!(column.point(1279.0, 711.0), Some((255, 351)));
    assert_eq!(column.point(767.0, 8.0), None);
}
