import type { Client } from 'pg';
import { elapsed, pause, within } from '../../store/real-time.ts';

export interface Listener {
  readonly channel: string;
  hear(payload: string): void;
  /** Called when listening begins. Notifications before this call may be lost. */
  listening(): void;
  /**
   * Called once when listening has failed for the whole timeout. Called again only after listening has succeeded and
   * then failed.
   */
  failed(error: unknown): void;
}

export interface ListeningOptions extends Listener {
  /** Timeout of an unreachable database in real milliseconds. */
  readonly patience: number;
}

/** Real milliseconds until a broken connection is replaced. */
const betweenTries = 250;

/** Maximum wait for the end of a connection in real milliseconds, because its server may be silent. */
const goodbye = 1_000;

/** Ends a connection, even if the server no longer responds. */
export function leave(client: Client): Promise<void> {
  return within(goodbye, client.end(), () => client.connection.stream.destroy());
}

/** Listens until the caller stops it. Replaces each broken connection. */
export function listenOn(connect: () => Promise<Client>, options: ListeningOptions) {
  const { channel, hear, listening, failed, patience } = options;
  let isStopped = false;
  let current: Client | null = null;

  async function listenOnce(): Promise<void> {
    const client = await connect();
    current = client;
    if (isStopped) return leave(client);
    const broken = new Promise((resolve) => {
      client.once('error', resolve);
      client.once('end', resolve);
    });
    client.on('notification', ({ payload = '' }) => hear(payload));
    try {
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      // A standby rejects LISTEN, although the connection works.
      leave(client).catch(() => undefined);
      throw error;
    }
    listening();
    await broken;
  }

  async function listenOn(): Promise<void> {
    /** Time at which to report the failure, or null after the report. */
    let toldAt: number | null = elapsed() + patience;
    while (!isStopped) {
      try {
        await listenOnce();
        toldAt = elapsed() + patience;
      } catch (error) {
        if (isStopped) return;
        if (toldAt !== null && elapsed() >= toldAt) {
          toldAt = null;
          failed(error);
        }
      }
      if (!isStopped) await pause(betweenTries);
    }
  }

  const ended = listenOn();
  return {
    async stop(): Promise<void> {
      isStopped = true;
      if (current !== null) await leave(current);
      await ended;
    },
  };
}
