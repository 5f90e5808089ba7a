// The one kind of error that set-up shows to people: what went wrong and what to do about it.
// Anything else that is thrown is a fault of the scripts and keeps its stack.

export class SetupError extends Error {
  /**
   * @param {string} message what went wrong, naming the file, package or command
   * @param {string} remedy what to do, as a sentence or a command
   */
  constructor(message, remedy) {
    super(message);
    this.name = 'SetupError';
    this.remedy = remedy;
  }
}

const NO_SPACE = /no space left on device|ENOSPC|disk quota exceeded|not enough space on the disk/i;
const NO_NETWORK =
  /temporary failure in name resolution|name or service not known|temporary failure resolving|could(n't| not) resolve (host|proxy)|network is unreachable|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|connection (refused|timed out|reset)|failed to establish a new connection|max retries exceeded|read timed out|spurious network error|no route to host|failed to connect to/i;

/** Whether a command's output, or an error, tells of a full disk. */
export function tellsOfFullDisk(text) {
  return NO_SPACE.test(text);
}

/** Whether a command's output tells of a network that is not there. */
export function tellsOfNoNetwork(text) {
  return NO_NETWORK.test(text);
}

/** The error for a full disk at a place. */
export function fullDisk(what, place) {
  return new SetupError(
    `there is no space left on the disk of ${place} (${what})`,
    'free some space there and run the same command again.',
  );
}

/** The error for a registry that cannot be reached. */
export function noNetwork(what, proxyHint) {
  return new SetupError(
    `${what}: the package registry cannot be reached`,
    `check the network connection${proxyHint ? ` (${proxyHint})` : ''} and run the same command again; what is already there is kept.`,
  );
}

/**
 * The error for a command that failed: a full disk and a missing network are recognised, anything
 * else shows the end of what the command said.
 */
export function commandFailed(what, result, place, proxyHint, remedy) {
  if (tellsOfFullDisk(result.output)) return fullDisk(what, place);
  if (tellsOfNoNetwork(result.output)) return noNetwork(what, proxyHint);
  const end = result.output.trim().split('\n').slice(-4).join('\n  ');
  return new SetupError(`${what} failed (exit ${result.code}):\n  ${end}`, remedy);
}
