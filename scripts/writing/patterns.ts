/** A pattern that CONTRIBUTING.md forbids. */
export interface Pattern {
  readonly name: string;
  readonly found: RegExp;
  /** Replacement. */
  readonly instead: string;
  /** True for a pattern that is forbidden only at the beginning of a sentence. Headings and labels may contain it. */
  readonly ofSentences?: boolean;
}

export const patterns: readonly Pattern[] = [
  { name: 'answer', found: /\banswer(?:s|ed|ing)?\b/i, instead: 'return, respond, response' },
  { name: 'tell', found: /\b(?:tells?|told|telling)\b/i, instead: 'show, report, notify, print' },
  { name: 'say', found: /\b(?:says?|said|saying)\b/i, instead: 'state, show, describe, or the fact itself' },
  { name: 'mend', found: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { name: 'play', found: /\bplay(?:s|ed|ing)?\b/i, instead: 'simulate, run' },
  {
    name: 'come again',
    found: /\b(?:comes?|came|coming|sent|sends?) (?:again|once more)\b/i,
    instead: 'retry',
  },
  { name: 'go wrong', found: /\b(?:go(?:es)?|went|gone|going) wrong\b/i, instead: 'fail' },
  {
    name: 'headless clause',
    found:
      /^(?:What(?:ever)?|Whoever|Who|Whose|Where|Which|How|That which)\b(?!.*\?$)(?=.*\b(?:is|are|was|were|has|have|gets?|needs?|stays?|stands?|goes|comes|takes?|can|must|may|does|do|will)\b)/,
    instead: 'begin with the actor',
    ofSentences: true,
  },
  {
    name: 'person without a role',
    found: /\b(?:nobody|no one|somebody|someone|whoever|everybody|everyone|anybody|anyone)\b/i,
    instead: 'the client, the merchant, the operator, another instance',
  },
  { name: 'others', found: /\b(?:the others?|others)\b(?! (?:[a-z]+))/i, instead: 'name them' },
  { name: 'such as', found: /^Such as|\b(?:is|are) such as\b/i, instead: '"Example:", or "for example"' },
  { name: 'for ever', found: /\bfor ever\b/i, instead: 'permanently, without end' },
  { name: 'as it is', found: /\bas (?:it is|they are)\b(?= *[.,;:)]|$)/i, instead: 'unchanged' },
  { name: 'alone', found: /\b(?!leave |left |stand |stands )\w+ alone\b(?= *[.,;:)]|$)/i, instead: 'only' },
  { name: 'but for', found: /\bbut for\b/i, instead: 'except' },
  { name: 'anew', found: /\banew\b/i, instead: 'again' },
  {
    name: 'is for',
    found: /\bis (?:there )?for whoever\b|\bfor those who\b|\bthose who\b/i,
    instead: 'the role',
  },
  {
    name: 'deposit, withdrawal',
    found: /\b(?:deposit orders?|withdrawals?|pay-outs?)\b/i,
    instead: 'pay-in, payout',
  },
  { name: 'notice', found: /\bnotices?\b(?= (?:to|of|for|is|are|that))/i, instead: 'callback' },
  { name: 'gateway elsewhere', found: /\belsewhere\b/i, instead: 'another instance, another place by name' },
  { name: 'the books', found: /\bthe books\b/i, instead: 'the ledger' },
  { name: 'panel', found: /\bpanel\b/i, instead: 'merchant dashboard' },
  {
    name: 'reading',
    found: /\breadings?\b(?= of (?:the|its) specification|s\b)/i,
    instead: 'interpretation',
  },
  { name: 'clause', found: /\bclauses?\b/i, instead: 'rule' },
  { name: 'doubtful', found: /\bdoubtful\b/i, instead: 'warning' },
  { name: 'made up', found: /\bmade[- ]up\b|\bmakes? up\b/i, instead: 'generated' },
  { name: 'time of the processor', found: /\btime of the processor\b/i, instead: 'CPU time' },
  { name: 'under way', found: /\bunder way\b/i, instead: 'in progress' },
  { name: 'at hand', found: /\bat hand\b/i, instead: 'available' },
  { name: 'it takes to', found: /\b(?:holds? true|held true)\b/i, instead: 'name the state' },
  { name: 'shop asks', found: /\bis asked for\b|\bare asked for\b/i, instead: 'is requested' },
  {
    name: 'joined ideas',
    found: /(?<!^CODE)[;:] .*[;:](?: |$)/,
    instead: 'two sentences',
    ofSentences: true,
  },
];

/** Maximum number of words in a sentence. */
export const longest = { docs: 20, comments: 25 } as const;
