// Keeps a screen on while a clock runs, for a phone that lies on the table.

/** @type {WakeLockSentinel | null} */
let lock = null;
let isWanted = false;

/** Asks for it, or lets go; browsers grant it to secure pages only. @param {boolean} isRunning */
export async function keepAwake(isRunning) {
  if (isWanted === isRunning) return;
  isWanted = isRunning;
  await settle();
}

async function settle() {
  if (!navigator.wakeLock) return;
  if (!isWanted) {
    await lock?.release();
    lock = null;
  } else if (!document.hidden) {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
}

// The browser takes it back when the page is hidden.
document.addEventListener("visibilitychange", () => {
  if (isWanted && !document.hidden) void settle();
});
