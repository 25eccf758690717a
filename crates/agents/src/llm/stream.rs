//! Streams of answers: bytes as the network cuts them, into the frames that a server wrote.

/// How a server divides a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events. Only their data is of use; their names stand in the data once more.
    Events,
    /// A line for each frame.
    Lines,
}

/// The frames of a stream, given its bytes in pieces of any size.
#[derive(Debug)]
pub struct Frames {
    framing: Framing,
    lines: Lines,
    /// The data of the event that has not ended.
    data: Vec<String>,
}

impl Frames {
    /// A stream of which nothing has been read.
    #[must_use]
    pub fn new(framing: Framing) -> Self {
        Frames { framing, lines: Lines::default(), data: vec![] }
    }

    /// The frames that these bytes bring to their end.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let lines = self.lines.push(bytes);
        lines.into_iter().filter_map(|line| self.line(&line)).collect()
    }

    /// What was left when the stream ended: many servers write no empty line behind their last event.
    pub fn end(&mut self) -> Vec<String> {
        let rest = self.lines.end();
        let mut frames: Vec<String> = rest.and_then(|line| self.line(&line)).into_iter().collect();
        frames.extend(self.event());
        frames
    }

    fn line(&mut self, line: &str) -> Option<String> {
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        match self.framing {
            Framing::Lines => (!line.trim().is_empty()).then(|| line.to_owned()),
            Framing::Events if line.is_empty() => self.event(),
            Framing::Events => {
                // Comments have an empty name. They keep the connection alive and say nothing.
                let (name, value) = line.split_once(':').unwrap_or((line, ""));
                if name == "data" {
                    self.data.push(value.strip_prefix(' ').unwrap_or(value).to_owned());
                }
                None
            }
        }
    }

    fn event(&mut self) -> Option<String> {
        let data = std::mem::take(&mut self.data);
        (!data.is_empty()).then(|| data.join("\n"))
    }
}

/// Lines out of bytes. They end in a line feed, a carriage return, or both; only whole lines become text, so that no
/// character is cut in two.
#[derive(Debug, Default)]
struct Lines {
    rest: Vec<u8>,
    /// Whether the last byte was a carriage return, whose line feed is still to come.
    returned: bool,
}

impl Lines {
    fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut lines = vec![];
        for byte in bytes {
            let returned = std::mem::replace(&mut self.returned, *byte == b'\r');
            match byte {
                b'\n' if returned => {}
                b'\n' | b'\r' => lines.push(self.take()),
                _ => self.rest.push(*byte),
            }
        }
        lines
    }

    fn end(&mut self) -> Option<String> {
        (!self.rest.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.rest)).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_rules::Dice;

    /// What a stream holds when its bytes come in pieces that end at these places.
    fn read(framing: Framing, bytes: &[u8], cuts: &[usize]) -> Vec<String> {
        let mut frames = Frames::new(framing);
        let mut read = vec![];
        let mut from = 0;
        for to in cuts.iter().copied().chain([bytes.len()]) {
            read.extend(frames.push(&bytes[from..to]));
            from = to;
        }
        read.extend(frames.end());
        read
    }

    const EVENTS: &str = "\u{feff}: hello\r\n\r\nevent: a\r\ndata: {\"我\":1}\r\n\r\nid: 7\ndata:two\ndata:  lines\n\n\
                          :ping\rretry: 3\rdata\r\r\n\ndata: 狼🐺\n\ndata: last";

    #[test]
    fn events_are_read_as_the_standard_says() {
        let wanted = ["{\"我\":1}", "two\n lines", "", "狼🐺", "last"];
        assert_eq!(read(Framing::Events, EVENTS.as_bytes(), &[]), wanted);
    }

    #[test]
    fn lines_are_frames_of_their_own() {
        let text = "{\"a\":\"狼\"}\n\r\n{\"b\":2}\r\n \n{\"c\":3}";
        assert_eq!(read(Framing::Lines, text.as_bytes(), &[]), ["{\"a\":\"狼\"}", "{\"b\":2}", "{\"c\":3}"]);
    }

    #[test]
    fn it_does_not_matter_where_the_network_cuts() {
        let lines = "{\"a\":\"狼🐺\"}\r\n{\"b\":2}\n\n{\"c\":3}";
        let mut dice = Dice::new(1);
        for (framing, text) in [(Framing::Events, EVENTS), (Framing::Lines, lines)] {
            let bytes = text.as_bytes();
            let whole = read(framing, bytes, &[]);
            for cut in 0..=bytes.len() {
                assert_eq!(read(framing, bytes, &[cut]), whole, "cut at {cut}");
            }
            let every_byte: Vec<usize> = (0..bytes.len()).collect();
            assert_eq!(read(framing, bytes, &every_byte), whole);
            for _ in 0..2000 {
                let places = dice.below("pieces", 9);
                let mut cuts: Vec<usize> =
                    (0..places).map(|_| dice.below("cut", bytes.len() as u64 + 1) as usize).collect();
                cuts.sort_unstable();
                assert_eq!(read(framing, bytes, &cuts), whole, "cut at {cuts:?}");
            }
        }
    }

    #[test]
    fn any_bytes_can_be_read() {
        let mut dice = Dice::new(2);
        for _ in 0..500 {
            let length = dice.below("length", 60);
            let alphabet = b"data: \r\n\xff\xe6{}";
            let bytes: Vec<u8> =
                (0..length).map(|_| alphabet[dice.below("byte", alphabet.len() as u64) as usize]).collect();
            let cut = dice.below("cut", length + 1) as usize;
            assert_eq!(read(Framing::Events, &bytes, &[cut]), read(Framing::Events, &bytes, &[]), "{bytes:?}");
        }
    }
}
