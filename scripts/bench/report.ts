/** What a server that is measured says about itself. */
export interface Report {
  /** Seconds of the processor since it was started, all threads together. */
  readonly processor: number;
}

/** Answers `report()` of whoever started this process. */
export function reportOnDemand(): void {
  process.on('message', () => process.send?.(report()));
  // To be asked does not keep it alive.
  process.channel?.unref();
}

function report(): Report {
  const { user, system } = process.cpuUsage();
  return { processor: (user + system) / 1e6 };
}
