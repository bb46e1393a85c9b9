interface HarPair {
  readonly name: string;
  readonly value: string;
}

interface HarMessage {
  readonly httpVersion: string;
  readonly cookies: readonly never[];
  readonly headers: readonly HarPair[];
  readonly headersSize: -1;
  readonly bodySize: number;
}

export interface RecordedFinding {
  readonly id: string;
  readonly title: string;
  readonly state: 'held' | 'broken' | 'doubtful' | 'unobservable';
  readonly about: 'request' | 'answer' | 'callback' | 'acknowledgement';
  readonly message: string;
}

/** Additional data of this recording: the API of the exchange, and the path below the API's root. */
export interface HarNote {
  readonly kind: 'v3' | 'v1' | 'callback' | 'other';
  readonly path: string;
  readonly requestComplete: boolean;
  readonly answerComplete: boolean;
  /** Reason for a missing or incomplete response. */
  readonly failure: string | null;
  /** Findings of the check during the recording, if any. */
  readonly findings?: readonly RecordedFinding[];
}

/** One exchange of a HAR 1.2, which browser developer tools can open (softwareishard.com/blog/har-12-spec). */
export interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: HarMessage & {
    readonly method: string;
    readonly url: string;
    readonly queryString: readonly HarPair[];
    readonly postData?: { readonly mimeType: string; readonly text: string; readonly comment?: string };
  };
  readonly response: HarMessage & {
    readonly status: number;
    readonly statusText: string;
    readonly content: {
      readonly size: number;
      readonly mimeType: string;
      readonly text?: string;
      readonly encoding?: 'base64';
      readonly comment?: string;
    };
    readonly redirectURL: string;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly comment?: string;
  readonly _inrgate: HarNote;
}
