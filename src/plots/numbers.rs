//! Numbers formatted for human readers.

/// Formats a whole number with thousands separators.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a number with thousands separators. Numbers below 100 get one decimal.
pub fn number(value: f64) -> String {
    if value.abs() < 99.95 {
        return format!("{value:.1}");
    }
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{}", count(value.abs().round() as u64))
}

/// Formats a number of any size. Large numbers get at least two significant digits.
pub fn rounded(value: f64) -> String {
    const WORDS: [(f64, &str); 4] = [
        (1e15, "quadrillion"),
        (1e12, "trillion"),
        (1e9, "billion"),
        (1e6, "million"),
    ];
    if value >= 1e18 {
        return format!("{value:.1e}");
    }
    let word = WORDS.iter().find(|(size, _)| value >= *size);
    match word {
        Some((size, word)) => format!("{:.1} {word}", value / size),
        None => number(value),
    }
}

/// Formats a share as a percentage, with enough decimals that it differs from zero.
pub fn percent(share: f64) -> String {
    format!("{} %", plain(100.0 * share))
}

/// Formats a share as a percentage, or as `unknown`.
pub fn percent_or_unknown(share: Option<f64>) -> String {
    share.map_or_else(|| "unknown".to_owned(), percent)
}

/// Formats a non-negative number with one decimal. Numbers below 1 get two significant digits.
fn plain(value: f64) -> String {
    if value == 0.0 || value >= 0.995 {
        return format!("{value:.1}");
    }
    if value < 1e-9 {
        return format!("{value:.1e}");
    }
    let decimals = (1.0 - value.log10().floor()) as usize;
    format!("{value:.decimals$}")
}

/// Formats a tick label briefly, such as `12k`.
pub fn tick(value: f64) -> String {
    const ENDS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")];
    let end = ENDS.iter().find(|(size, _)| value.abs() >= *size);
    match end {
        Some((size, "k")) => trimmed(value / size * 10.0) + "k",
        Some((size, end)) => trimmed(value / size) + end,
        None if value != 0.0 && value.abs() < 1e-7 => format!("{value:.0e}"),
        None if value.abs() >= 1000.0 => count(value.round() as u64),
        None => trimmed(value),
    }
}

/// Formats a number without trailing zeros.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.7}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact_enough() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(count),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [3.25, 12_345.6, -250.0].map(number),
            ["3.2", "12,346", "-250"]
        );
        assert_eq!(
            [0.5, 0.0012, 0.0, 1.0].map(percent),
            ["50.0 %", "0.12 %", "0.0 %", "100.0 %"]
        );
        assert_eq!(percent(0.000_000_34), "0.000034 %");
        assert_eq!(
            [1.23e9, 4.5e19, 712.0].map(rounded),
            ["1.2 billion", "4.5e19", "712"]
        );
    }

    #[test]
    fn ticks_fit_an_axis() {
        let values = [
            0.0,
            0.25,
            950.0,
            5000.0,
            20_000.0,
            1_250_000.0,
            3e9,
            1e-5,
            1e-9,
        ];
        let ticks = [
            "0", "0.25", "950", "5,000", "20k", "1.25M", "3G", "0.00001", "1e-9",
        ];
        assert_eq!(values.map(tick), ticks);
    }
}
