//! Pictures: a few shapes of SVG and nothing else. Colours are the page's variables, so that they suit light and dark.

use std::fmt::Write;

/// A picture that is being drawn. Lengths are in units of the view box.
pub(super) struct Picture {
    width: f64,
    height: f64,
    body: String,
    title: String,
}

/// Text for HTML and SVG: nothing in it is markup.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() && letter != '\n' => {}
            letter => safe.push(letter),
        }
    }
    safe
}

impl Picture {
    /// An empty picture; `title` is what a screen reader says.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Picture { width, height, body: String::new(), title: escaped(title) }
    }

    /// A line of a class.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str, colour: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let style = if colour.is_empty() { String::new() } else { format!(" style=\"stroke:{colour}\"") };
        self.put(format_args!(
            "<line class=\"{class}\"{style} x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    /// A line through points.
    pub fn path(&mut self, points: &[(f64, f64)], class: &str, colour: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.put(format_args!(
            "<polyline class=\"{class}\" style=\"stroke:{colour}\" points=\"{}\"/>",
            points.join(" ")
        ));
    }

    /// A dot with a tooltip.
    pub fn dot(&mut self, at: (f64, f64), radius: f64, colour: &str, tip: &str) {
        let (x, y, tip) = (at.0, at.1, escaped(tip));
        self.put(format_args!(
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" style=\"fill:{colour}\"><title>{tip}</title></circle>"
        ));
    }

    /// A filled box with a tooltip.
    pub fn tile(&mut self, at: (f64, f64), size: (f64, f64), colour: &str, tip: &str) {
        let ((x, y), (w, h), tip) = (at, size, escaped(tip));
        self.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"4\" style=\"fill:{colour}\"><title>{tip}</title></rect>"
        ));
    }

    /// A text; `class` says how large and to which side (`start`, `middle`, `end`).
    pub fn text(&mut self, at: (f64, f64), class: &str, text: &str) {
        let (x, y, text) = (at.0, at.1, escaped(text));
        self.put(format_args!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"));
    }

    fn put(&mut self, shape: std::fmt::Arguments) {
        // A string takes all that is written to it.
        let _ = self.body.write_fmt(shape);
    }

    /// The element.
    pub fn svg(self) -> String {
        let Picture { width, height, body, title } = self;
        format!(
            "<svg viewBox=\"0 0 {width:.0} {height:.0}\" style=\"max-width:{width:.0}px\" role=\"img\" aria-label=\"{title}\">{body}</svg>"
        )
    }
}

/// Where values lie on a picture.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    /// Values from `from.0` to `from.1` onto positions from `to.0` to `to.1`.
    pub fn new(from: (f64, f64), to: (f64, f64)) -> Self {
        // All values alike would have no width.
        let from = if from.1 - from.0 > 1e-9 { from } else { (from.0 - 0.5, from.1 + 0.5) };
        Scale { from, to }
    }

    /// The position of a value; beyond the ends it stays at the end.
    pub fn at(self, value: f64) -> f64 {
        let share = ((value - self.from.0) / (self.from.1 - self.from.0)).clamp(0.0, 1.0);
        self.to.0 + share * (self.to.1 - self.to.0)
    }

    /// Round values on the scale, about `count` of them.
    pub fn ticks(self, count: f64) -> Vec<f64> {
        let rough = (self.from.1 - self.from.0) / count;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|step| *step >= rough).unwrap_or(rough);
        let first = (self.from.0 / step).ceil() as i64;
        (first..).map(|n| n as f64 * step).take_while(|tick| *tick <= self.from.1 + 1e-9).take(50).collect()
    }
}

/// The colour of the n-th agent: those of Okabe and Ito, which the colour-blind tell apart.
pub(super) fn colour(n: usize) -> &'static str {
    const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#7f7f7f"];
    COLOURS[n % COLOURS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_written_becomes_markup() {
        let mut picture = Picture::new(10.0, 10.0, "a<b");
        picture.text((1.0, 1.0), "start", "<script>\"x\"&'y'\u{1b}");
        let svg = picture.svg();
        assert!(svg.contains("&lt;script&gt;&quot;x&quot;&amp;&#39;y&#39;</text>") && svg.contains("a&lt;b"));
    }

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(Scale::new((0.0, 1.0), (0.0, 1.0)).ticks(5.0), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(Scale::new((1387.0, 1612.0), (0.0, 1.0)).ticks(4.0), [1400.0, 1500.0, 1600.0]);
        assert_eq!(Scale::new((2.0, 2.0), (0.0, 10.0)).at(2.0), 5.0);
    }
}
