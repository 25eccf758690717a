//! A line between a guest and a host that can be cut and mended.

use std::io::copy;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// A line to a host. Whoever connects to its address is connected to the host, as long as it is whole.
pub struct Line {
    pub address: String,
    whole: Arc<AtomicBool>,
    ends: Arc<Mutex<Vec<TcpStream>>>,
}

impl Line {
    pub fn to(host: &str) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let line = Line { address, whole: Arc::new(AtomicBool::new(true)), ends: Arc::default() };
        let (host, whole, ends) = (host.to_owned(), line.whole.clone(), line.ends.clone());
        thread::spawn(move || {
            for near in listener.incoming() {
                let Ok(near) = near else { return };
                let far = TcpStream::connect(&host).ok().filter(|_| whole.load(Ordering::SeqCst));
                let Some(far) = far else { continue };
                ends.lock().unwrap().extend([near.try_clone().unwrap(), far.try_clone().unwrap()]);
                for (mut from, mut to) in [(near.try_clone().unwrap(), far.try_clone().unwrap()), (far, near)] {
                    thread::spawn(move || {
                        _ = copy(&mut from, &mut to);
                        _ = to.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        line
    }

    /// Cuts it. Who tries to come back finds nobody.
    pub fn cut(&self) {
        self.whole.store(false, Ordering::SeqCst);
        for end in self.ends.lock().unwrap().drain(..) {
            _ = end.shutdown(Shutdown::Both);
        }
    }

    pub fn mend(&self) {
        self.whole.store(true, Ordering::SeqCst);
    }
}
