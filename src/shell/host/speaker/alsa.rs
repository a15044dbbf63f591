//! Sound on Linux through ALSA's library, loaded when sound is first needed.
//!
//! So the program can be built and started without ALSA. The "default" device of ALSA leads to PulseAudio or PipeWire
//! if one of them is in use.
#![allow(unsafe_code, reason = "ALSA is a C library that is loaded at run time")]

use std::error::Error;
use std::ffi::{CStr, c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::ptr;

use libloading::Library;

use super::device::{Device, DeviceTrouble, OpenDevice, RATE};

/// File name of the library. It is the same on every Linux system with ALSA.
pub const LIBRARY: &str = "libasound.so.2";
/// Name of the system's default device.
const DEVICE: &CStr = c"default";
/// Requested length of the buffer and of a period, in microseconds. The device may choose other lengths.
const BUFFER: c_uint = 120_000;
const PERIOD: c_uint = 5_000;

// From ALSA's headers. These numbers are part of its stable interface.
const PLAYBACK: c_int = 0;
const NONBLOCK: c_int = 1;
const INTERLEAVED: c_int = 3;
const S16: c_int = if cfg!(target_endian = "little") { 2 } else { 3 };
const AGAIN: c_long = -11;

/// `snd_pcm_t` and the two types of parameters. Their content is private to ALSA.
type Pcm = c_void;
type Params = c_void;
/// Type of a handler for ALSA's own messages: `snd_local_error_handler_t`. The last argument is a `va_list`. Every
/// Linux platform passes it as a pointer, or in a way that is compatible with a pointer.
type Listener =
    unsafe extern "C" fn(*const c_char, c_int, *const c_char, c_int, *const c_char, *mut c_void);

/// Declares the functions of ALSA that are used, and the code that looks them up.
macro_rules! functions {
    ($($name:ident($($argument:ty),*) -> $result:ty;)*) => {
        /// The functions of the library.
        #[derive(Debug)]
        struct AlsaFunctions {
            $($name: unsafe extern "C" fn($($argument),*) -> $result,)*
            /// Optional, because this function is not documented in all versions.
            set_listener: Option<unsafe extern "C" fn(Listener) -> *mut c_void>,
        }

        impl AlsaFunctions {
            /// Looks up all functions.
            fn find(library: &Library) -> Result<Self, libloading::Error> {
                // SAFETY: the types match ALSA's headers, which are identical in all versions of libasound.so.2. The
                // library is never unloaded (see `load`), so the addresses stay valid.
                unsafe {
                    Ok(Self {
                        $($name: *library.get(concat!(stringify!($name), "\0"))?,)*
                        set_listener: library.get("snd_lib_error_set_local\0").ok().map(|found| *found),
                    })
                }
            }
        }
    };
}

functions! {
    snd_strerror(c_int) -> *const c_char;
    snd_config_update_free_global() -> c_int;
    snd_pcm_open(*mut *mut Pcm, *const c_char, c_int, c_int) -> c_int;
    snd_pcm_close(*mut Pcm) -> c_int;
    snd_pcm_drop(*mut Pcm) -> c_int;
    snd_pcm_recover(*mut Pcm, c_int, c_int) -> c_int;
    snd_pcm_avail(*mut Pcm) -> c_long;
    snd_pcm_writei(*mut Pcm, *const c_void, c_ulong) -> c_long;
    snd_pcm_get_params(*mut Pcm, *mut c_ulong, *mut c_ulong) -> c_int;
    snd_pcm_hw_params(*mut Pcm, *mut Params) -> c_int;
    snd_pcm_hw_params_malloc(*mut *mut Params) -> c_int;
    snd_pcm_hw_params_free(*mut Params) -> ();
    snd_pcm_hw_params_any(*mut Pcm, *mut Params) -> c_int;
    snd_pcm_hw_params_set_rate_resample(*mut Pcm, *mut Params, c_uint) -> c_int;
    snd_pcm_hw_params_set_access(*mut Pcm, *mut Params, c_int) -> c_int;
    snd_pcm_hw_params_set_format(*mut Pcm, *mut Params, c_int) -> c_int;
    snd_pcm_hw_params_set_channels(*mut Pcm, *mut Params, c_uint) -> c_int;
    snd_pcm_hw_params_set_rate(*mut Pcm, *mut Params, c_uint, c_int) -> c_int;
    snd_pcm_hw_params_set_buffer_time_near(*mut Pcm, *mut Params, *mut c_uint, *mut c_int) -> c_int;
    snd_pcm_hw_params_set_period_time_near(*mut Pcm, *mut Params, *mut c_uint, *mut c_int) -> c_int;
    snd_pcm_sw_params(*mut Pcm, *mut Params) -> c_int;
    snd_pcm_sw_params_malloc(*mut *mut Params) -> c_int;
    snd_pcm_sw_params_free(*mut Params) -> ();
    snd_pcm_sw_params_current(*mut Pcm, *mut Params) -> c_int;
    snd_pcm_sw_params_set_start_threshold(*mut Pcm, *mut Params, c_ulong) -> c_int;
}

/// Ignores a message of ALSA without reading its arguments.
unsafe extern "C" fn say_nothing(
    _file: *const c_char,
    _line: c_int,
    _function: *const c_char,
    _error: c_int,
    _format: *const c_char,
    _arguments: *mut c_void,
) {
}

impl AlsaFunctions {
    /// Loads the library and never unloads it, because ALSA's own threads may still run in it.
    fn load(name: &str) -> Result<&'static Self, String> {
        // SAFETY: loading runs ALSA's own initializers, which have no preconditions.
        let library = unsafe { Library::new(name) }.map_err(|error| reason(&error))?;
        let functions = Self::find(&library).map_err(|error| reason(&error))?;
        std::mem::forget(library);
        Ok(Box::leak(Box::new(functions)))
    }

    /// Stops ALSA from writing to the terminal. Its functions still return errors.
    fn hush(&self) {
        if let Some(set) = self.set_listener {
            // SAFETY: the handler lives as long as the program, has the required type and touches no memory. (The
            // handler for all threads would have to be variadic; this one applies only to this thread.)
            unsafe { set(say_nothing) };
        }
    }

    /// Returns ALSA's description of an error code.
    fn why(&self, error: c_int) -> String {
        // SAFETY: for every code there is a text that ends with a zero and does not change while it is copied.
        let text = unsafe {
            let text = (self.snd_strerror)(error);
            if text.is_null() {
                c"unknown error"
            } else {
                CStr::from_ptr(text)
            }
        };
        text.to_string_lossy().into_owned()
    }

    /// Converts a negative result to an error that starts with `what`.
    fn checked(&self, what: &str, result: c_int) -> Result<(), String> {
        if result < 0 {
            Err(format!("{what}: {}", self.why(result)))
        } else {
            Ok(())
        }
    }
}

/// Returns why the system could not load the library or find a function.
fn reason(error: &libloading::Error) -> String {
    error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string)
}

/// Requests real-time scheduling for this thread and for the threads that ALSA starts from it.
///
/// Does nothing if the user lacks the permission.
fn hurry() {
    // SAFETY: the structure contains plain numbers, for which zero is valid. The call only reads the structure.
    unsafe {
        let mut order: libc::sched_param = std::mem::zeroed();
        order.sched_priority = 5;
        libc::pthread_setschedparam(libc::pthread_self(), libc::SCHED_RR, &raw const order);
    }
}

/// Opens sound devices through ALSA.
#[derive(Debug)]
pub struct Alsa {
    library: &'static str,
    functions: Option<&'static AlsaFunctions>,
}

impl Alsa {
    /// Returns an opener for the library with this file name. The library is loaded later.
    pub fn new(library: &'static str) -> Self {
        Self {
            library,
            functions: None,
        }
    }

    fn functions(&mut self) -> Result<&'static AlsaFunctions, String> {
        match self.functions {
            Some(functions) => {
                // SAFETY: only this thread uses ALSA, and no device is open. Without this call, ALSA would never find a
                // sound server that was started after the first attempt.
                unsafe { (functions.snd_config_update_free_global)() };
                Ok(functions)
            }
            None => {
                let functions = AlsaFunctions::load(self.library)?;
                self.functions = Some(functions);
                hurry();
                Ok(functions)
            }
        }
    }
}

impl OpenDevice for Alsa {
    type Device = AlsaDevice;

    fn open(&mut self) -> Result<AlsaDevice, String> {
        let functions = self.functions()?;
        functions.hush();
        let mut pcm = ptr::null_mut();
        // SAFETY: the name ends with a zero, and the result is written to a local variable of the right type.
        let result =
            unsafe { (functions.snd_pcm_open)(&raw mut pcm, DEVICE.as_ptr(), PLAYBACK, NONBLOCK) };
        functions.checked("cannot open the sound device", result)?;
        let mut line = AlsaDevice {
            functions,
            pcm,
            buffer: 0,
            chunk: 0,
            channels: 1,
            bytes: Vec::new(),
        };
        line.agree()?;
        Ok(line)
    }
}

/// An open ALSA device. It must be used on the thread that opened it.
#[derive(Debug)]
pub struct AlsaDevice {
    functions: &'static AlsaFunctions,
    /// The open device of ALSA. Valid until this value is dropped.
    pcm: *mut Pcm,
    buffer: usize,
    chunk: usize,
    channels: usize,
    bytes: Vec<i16>,
}

impl AlsaDevice {
    /// Agrees with the device on rate, format and buffer.
    fn agree(&mut self) -> Result<(), String> {
        let (f, pcm) = (self.functions, self.pcm);
        let refused = "the sound device refuses";
        let mut params = ptr::null_mut();
        // SAFETY: the device is open. The parameters are allocated before they are used, and freed once after that.
        // Every pointer leads to a local variable of the required type.
        unsafe {
            f.checked("memory", (f.snd_pcm_hw_params_malloc)(&raw mut params))?;
            let (mut buffer, mut period) = (BUFFER, PERIOD);
            let agreed = (|| {
                f.checked(refused, (f.snd_pcm_hw_params_any)(pcm, params))?;
                f.checked(
                    refused,
                    (f.snd_pcm_hw_params_set_rate_resample)(pcm, params, 1),
                )?;
                f.checked(
                    refused,
                    (f.snd_pcm_hw_params_set_access)(pcm, params, INTERLEAVED),
                )?;
                f.checked(refused, (f.snd_pcm_hw_params_set_format)(pcm, params, S16))?;
                if (f.snd_pcm_hw_params_set_channels)(pcm, params, 1) < 0 {
                    f.checked(refused, (f.snd_pcm_hw_params_set_channels)(pcm, params, 2))?;
                    self.channels = 2;
                }
                f.checked(
                    refused,
                    (f.snd_pcm_hw_params_set_rate)(pcm, params, RATE as c_uint, 0),
                )?;
                let none = ptr::null_mut();
                (f.snd_pcm_hw_params_set_period_time_near)(pcm, params, &raw mut period, none);
                (f.snd_pcm_hw_params_set_buffer_time_near)(pcm, params, &raw mut buffer, none);
                f.checked(refused, (f.snd_pcm_hw_params)(pcm, params))
            })();
            (f.snd_pcm_hw_params_free)(params);
            agreed?;
            f.checked("memory", (f.snd_pcm_sw_params_malloc)(&raw mut params))?;
            let agreed = (|| {
                f.checked(refused, (f.snd_pcm_sw_params_current)(pcm, params))?;
                f.checked(
                    refused,
                    (f.snd_pcm_sw_params_set_start_threshold)(pcm, params, 1),
                )?;
                f.checked(refused, (f.snd_pcm_sw_params)(pcm, params))
            })();
            (f.snd_pcm_sw_params_free)(params);
            agreed?;
            let (mut buffer, mut period) = (0, 0);
            f.checked(
                refused,
                (f.snd_pcm_get_params)(pcm, &raw mut buffer, &raw mut period),
            )?;
            self.buffer = buffer as usize;
            // PulseAudio takes as many samples as two periods at a time.
            self.chunk = (period as usize).max(RATE / 100);
        }
        Ok(())
    }

    /// After an error, prepares the device for further use.
    fn recover(&mut self, error: c_long) -> DeviceTrouble {
        let error = error as c_int;
        // SAFETY: the device is open.
        let result = unsafe { (self.functions.snd_pcm_recover)(self.pcm, error, 1) };
        if result < 0 {
            DeviceTrouble::Lost(self.functions.why(result))
        } else {
            DeviceTrouble::Dry
        }
    }
}

impl Device for AlsaDevice {
    fn room(&mut self) -> Result<usize, DeviceTrouble> {
        // SAFETY: the device is open.
        let room = unsafe { (self.functions.snd_pcm_avail)(self.pcm) };
        if room < 0 {
            Err(self.recover(room))
        } else {
            Ok((room as usize).min(self.buffer))
        }
    }

    fn queued(&mut self) -> Result<usize, DeviceTrouble> {
        Ok(self.buffer - self.room()?)
    }

    fn write(&mut self, samples: &[f32]) -> Result<usize, DeviceTrouble> {
        self.bytes.clear();
        for &sample in samples {
            let sample = (sample * 32767.0).round() as i16;
            self.bytes.extend([sample; 2].iter().take(self.channels));
        }
        // SAFETY: the device is open, and the buffer contains this number of samples for each channel.
        let written = unsafe {
            (self.functions.snd_pcm_writei)(
                self.pcm,
                self.bytes.as_ptr().cast(),
                samples.len() as c_ulong,
            )
        };
        match written {
            AGAIN => Ok(0),
            error if error < 0 => Err(self.recover(error)),
            written => Ok(written as usize),
        }
    }

    fn chunk(&self) -> usize {
        self.chunk
    }
}

impl Drop for AlsaDevice {
    fn drop(&mut self) {
        // SAFETY: the device is open, and nothing uses it afterwards.
        unsafe {
            (self.functions.snd_pcm_drop)(self.pcm);
            (self.functions.snd_pcm_close)(self.pcm);
        }
    }
}
