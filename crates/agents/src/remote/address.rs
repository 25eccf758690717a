//! Where a hall is: a TCP address or the path of a Unix socket.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::net::{UnixListener, UnixStream};

/// Where a hall is. Written `HOST:PORT`, or as a path, which has a slash in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A host and a port; port 0 is any that is free.
    Tcp(String),
    /// The path of a Unix socket.
    Path(PathBuf),
}

/// A text that is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no address: write HOST:PORT, such as 127.0.0.1:4000, or the path of a socket, such as ./game.sock")]
pub struct BadAddress(String);

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        if text.contains('/') {
            return Ok(Address::Path(text.into()));
        }
        match text.rsplit_once(':') {
            Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok() => Ok(Address::Tcp(text.into())),
            _ => Err(BadAddress(text.into())),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp(address) => f.write_str(address),
            Address::Path(path) if path.components().count() == 1 => write!(f, "./{}", path.display()),
            Address::Path(path) => write!(f, "{}", path.display()),
        }
    }
}

/// One connection, whatever it runs over.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// What connections come in by.
#[derive(Debug)]
pub(super) enum Door {
    Tcp(TcpListener),
    #[cfg(unix)]
    Path(UnixListener, PathBuf),
}

impl Address {
    /// Connects to a hall.
    pub(super) async fn connect(&self) -> io::Result<Box<dyn Stream>> {
        match self {
            Address::Tcp(address) => {
                let stream = TcpStream::connect(address).await?;
                stream.set_nodelay(true)?;
                Ok(Box::new(stream))
            }
            #[cfg(unix)]
            Address::Path(path) => Ok(Box::new(UnixStream::connect(path).await?)),
            #[cfg(not(unix))]
            Address::Path(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Opens a door here. Gives back where it is, with the port that was found.
    pub(super) async fn open(&self) -> io::Result<(Door, Address)> {
        match self {
            Address::Tcp(address) => {
                let listener = TcpListener::bind(address).await?;
                let bound = listener.local_addr()?;
                Ok((Door::Tcp(listener), Address::Tcp(bound.to_string())))
            }
            #[cfg(unix)]
            Address::Path(path) => {
                if is_left_over(path).await {
                    std::fs::remove_file(path)?;
                }
                let listener = UnixListener::bind(path)?;
                let own = std::os::unix::fs::PermissionsExt::from_mode(0o600);
                std::fs::set_permissions(path, own)?;
                Ok((Door::Path(listener, path.clone()), self.clone()))
            }
            #[cfg(not(unix))]
            Address::Path(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// Whether this is the socket of a program that has ended without removing it.
#[cfg(unix)]
async fn is_left_over(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let socket = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.file_type().is_socket());
    let refused = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
    socket && UnixStream::connect(path).await.is_err_and(refused)
}

impl Door {
    /// The next connection.
    pub(super) async fn next(&self) -> io::Result<Box<dyn Stream>> {
        match self {
            Door::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                stream.set_nodelay(true)?;
                Ok(Box::new(stream))
            }
            #[cfg(unix)]
            Door::Path(listener, _) => Ok(Box::new(listener.accept().await?.0)),
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Door::Path(_, path) = self {
            // Whoever comes later would find a door that nobody opens.
            _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        for text in ["127.0.0.1:4000", "host.example:1", "[::1]:4000", "./a.sock", "/tmp/a"] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
        for text in ["", "4000", ":4000", "a:b", "a.sock", "host:70000"] {
            assert!(text.parse::<Address>().unwrap_err().to_string().contains("HOST:PORT"), "{text}");
        }
        assert_eq!(Address::Path("a.sock".into()).to_string(), "./a.sock", "it can be read again");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_socket_is_its_owner_s_alone_and_goes_with_its_door() {
        use std::os::unix::fs::PermissionsExt;
        let path = std::env::temp_dir().join(format!("lycaon-door-{}", std::process::id()));
        let address = Address::Path(path.clone());
        // What a program leaves that was killed.
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
        let (door, _) = address.open().await.unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(address.open().await.is_err(), "somebody is there");
        drop(door);
        assert!(!path.exists());
    }
}
