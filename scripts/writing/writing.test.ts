import { expect, it } from 'vitest';
import { checkPassage, checkWriting, type Kind } from './check.ts';
import { markdownPassages } from './markdown.ts';
import { sentencesOf } from './passage.ts';
import { sourcePassages } from './source.ts';

/** Maximum findings per 100 sentences. Only lower these limits. */
const most: Readonly<Record<Kind, number>> = {
  documentation: 1,
  'help, errors, descriptions': 1,
  comments: 1,
  'test titles': 1,
};

it.each([...checkWriting()])(
  'the texts of %s follow the rules in CONTRIBUTING.md',
  (kind, { sentences, findings }) => {
    expect(sentences).toBeGreaterThan(1_000);
    expect((100 * findings.length) / sentences).toBeLessThanOrEqual(most[kind]);
  },
);

it('the writing check of a Markdown page ignores code, quotations and front matter', () => {
  const page =
    '---\ntitle: told\n---\n# Told\n\nRun `told`\nnow. Then\n\n> told\n\n```\ntold\n```\n| a | told |\n|-|-|\n';
  expect(markdownPassages('page.md', page)).toEqual([
    { file: 'page.md', line: 4, text: 'Told', isSentence: false },
    { file: 'page.md', line: 6, text: 'Run CODE now. Then', isSentence: true },
    { file: 'page.md', line: 14, text: 'a', isSentence: true },
    { file: 'page.md', line: 14, text: 'told', isSentence: true },
  ]);
});

it('the writing check reads adjacent comment lines of a snippet as one comment', () => {
  const page = '```php\n$a = 1;\n// Pays the `order`\n// once.\n$b = "x"; // told\n# told\n```\n';
  expect(markdownPassages('page.md', page)).toEqual([
    { file: 'page.md', line: 3, text: 'Pays the CODE once.', isSentence: true },
  ]);
});

it('the writing check reads the strings, comments and titles of a source', () => {
  const source = [
    "import a from 'one two three four';",
    '/** First `line` (spec: Withdrawal, rule 1; reading: States).',
    ' *  Second line. */',
    "throw new Error('the amount is ' + amount + ' and too large');",
    ['const name = `a value of $', '{one} is missing`;'].join(''),
    '// One,',
    '// two.',
    "it('returns 409 [spec:a.told]', () => {});",
  ].join('\n');
  const { texts, comments, titles } = sourcePassages('a.ts', source);
  expect(texts.map(({ line, text }) => [line, text])).toEqual([
    [4, 'the amount is CODE and too large'],
    [5, 'a value of CODE is missing'],
  ]);
  expect(comments.map(({ line, text }) => [line, text])).toEqual([
    [2, 'First CODE. Second line.'],
    [6, 'One, two.'],
  ]);
  expect(titles.map(({ text }) => text)).toEqual(['Returns 409']);
});

it('the writing check ignores programs, JSON examples and tags in a string', () => {
  const page = '<p>Run <code>inrgate</code> to see the page.</p>';
  const texts = [
    'const signed = sign(fields); // the same fields',
    '.card { margin: 0 auto; padding: 0 }',
    'A probe returns {"count": 1, "amount": {"paid": "1.00"}} as JSON.',
    page,
  ];
  const source = texts.map((text) => JSON.stringify(text)).join(';\n');
  expect(sourcePassages('a.ts', source).texts.map(({ text }) => text)).toEqual([
    'A probe returns CODE as JSON.',
    'Run inrgate to see the page.',
  ]);
});

it('the writing check joins a line of a help text that continues on the next line', () => {
  const help = `The command prints a line for each of the orders that it has processed, and then\na summary of all.\nExit codes:\nOne of four small numbers.`;
  expect(sourcePassages('a.ts', `\`${help}\``).texts.map(({ text }) => text)).toEqual([
    'The command prints a line for each of the orders that it has processed, and then a summary of all.',
    'One of four small numbers.',
  ]);
});

it('the writing check does not end a sentence at a number or an abbreviation', () => {
  expect(sentencesOf('Set e.g. a limit of 1.5 seconds. Then wait.')).toHaveLength(2);
});

it('the writing check accepts a lower-case name at the beginning of a sentence', () => {
  expect(sentencesOf('Only one is 1. inrgate returns it. mchKey signs it, e.g. this one.')).toHaveLength(3);
});

it.each([
  ['What cannot be verified is answered 401.', ['answer', 'headless clause']],
  ['An unverified callback gets 401.', []],
  ['What does this error mean?', []],
  ['Whether the lease was over by then.', []],
  ['Nobody waits: it ends; at once.', ['person without a role', 'joined ideas']],
  [
    'Set one two three four five six seven eight nine ten eleven twelve thirteen fourteen.',
    ['long sentence'],
  ],
])('the writing check returns the findings of the sentence: %s', (text, expected) => {
  const { findings } = checkPassage({ file: 'a.md', line: 1, text, isSentence: true }, 14);
  expect(findings.map(({ pattern }) => pattern)).toEqual(expected);
});
