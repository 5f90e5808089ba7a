//! What has to be right before a web view starts: a display, and a way of drawing that the
//! machine's driver can do.

/// Why no window can be shown.
#[derive(Debug, thiserror::Error)]
pub enum GraphicsError {
    #[error(
        "there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set); `memstrata demo` shows the comparison \
         in the terminal"
    )]
    NoDisplay,
    #[error("cannot start again with {NO_DMABUF}=1: {0}")]
    NotStartedAgain(std::io::Error),
}

/// Makes WebKit draw without DMA-BUF.
const NO_DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// What the machine shows of its graphics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Machine {
    x11: bool,
    wayland: bool,
    nvidia: bool,
    /// Whether the person has decided about DMA-BUF.
    decided: bool,
}

impl Machine {
    fn has_display(self) -> bool {
        self.x11 || self.wayland
    }

    /// WebKit's fast path shows an empty window under Wayland with NVIDIA's own driver.
    fn needs_plain_drawing(self) -> bool {
        self.wayland && self.nvidia && !self.decided
    }
}

/// Checks the display and, on the machines that need it, starts the program again with WebKit's
/// DMA-BUF path off: that is a variable of the environment, which only a new process can safely
/// be given.
///
/// # Errors
/// There is no display, or the program cannot start again.
pub fn prepare() -> Result<(), GraphicsError> {
    #[cfg(target_os = "linux")]
    {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let machine = Machine {
            x11: set("DISPLAY"),
            wayland: set("WAYLAND_DISPLAY"),
            nvidia: std::path::Path::new("/proc/driver/nvidia").exists(),
            decided: std::env::var_os(NO_DMABUF).is_some(),
        };
        if !machine.has_display() {
            return Err(GraphicsError::NoDisplay);
        }
        if machine.needs_plain_drawing() {
            use std::os::unix::process::CommandExt as _;
            let program = std::env::current_exe().map_err(GraphicsError::NotStartedAgain)?;
            let error = std::process::Command::new(program)
                .args(std::env::args_os().skip(1))
                .env(NO_DMABUF, "1")
                .exec();
            return Err(GraphicsError::NotStartedAgain(error));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const X11: Machine = Machine { x11: true, wayland: false, nvidia: false, decided: false };

    #[test]
    fn plain_drawing_is_for_nvidia_under_wayland_alone() {
        assert!(!X11.needs_plain_drawing());
        assert!(!Machine { nvidia: true, ..X11 }.needs_plain_drawing());
        assert!(!Machine { wayland: true, ..X11 }.needs_plain_drawing());
        let both = Machine { wayland: true, nvidia: true, ..X11 };
        assert!(both.needs_plain_drawing());
        assert!(!Machine { decided: true, ..both }.needs_plain_drawing(), "what the person set stands");
    }

    #[test]
    fn either_display_will_do() {
        assert!(X11.has_display() && Machine { x11: false, wayland: true, ..X11 }.has_display());
        assert!(!Machine { x11: false, ..X11 }.has_display());
    }
}
