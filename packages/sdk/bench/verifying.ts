import { createHash, createHmac } from 'node:crypto';
import { verifyCallback } from '@inrgate/sdk/callbacks';
import { signedCallback } from '@inrgate/sdk/testing';
import OpenAI from 'openai';
import Razorpay from 'razorpay';
import Stripe from 'stripe';
import { Webhook } from 'svix';
import type { Entrants } from '../../../scripts/bench/compare.ts';

const verifications = 5_000;
const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key' };
const { body, contentType } = signedCallback('payin', credentials, { extra: 'blue shirt' });

/** Verifies the received bytes and parses them. */
export async function verifiers(): Promise<Entrants> {
  const entrants: [string, () => unknown][] = [
    ['ours', ours()],
    ['JSON.parse, sort, join and a bare MD5', bareMd5],
    ['stripe', stripe()],
    ['svix', svix()],
    ['razorpay', razorpay()],
    ['openai', openai()],
  ];
  return {
    measures: entrants.map(([name, verify]) => [name, () => microsecondsEach(verify)]),
    close: async () => {},
  };
}

/** Of the processor, not of the wall clock: it is all computing, and other programs run on the machine too. */
async function microsecondsEach(verify: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let made = 0; made < verifications; made++) {
    const result = verify();
    // Only openai's is asynchronous; the others would pay for an await that they do not need.
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / verifications;
}

function ours() {
  const raw = Buffer.from(body);
  return () => verifyCallback(raw, { contentType, ...credentials });
}

/** The same computation without any check that makes it safe. */
function bareMd5(): Record<string, string> {
  const { sign, ...fields } = JSON.parse(body) as Record<string, string>;
  const names = Object.keys(fields).filter((name) => fields[name] !== '');
  const text = names
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  const digest = createHash('md5').update(`${text}&key=${credentials.mchKey}`).digest('hex').toUpperCase();
  if (digest !== sign) throw new Error('forged');
  return fields;
}

function stripe() {
  const { webhooks } = new Stripe('sk_test_1');
  const secret = 'whsec_1';
  const header = webhooks.generateTestHeaderString({ payload: body, secret });
  return () => webhooks.constructEvent(body, header, secret);
}

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;

/** standard-webhooks: both svix and openai. */
function standardHeaders(): Record<string, string> {
  const timestamp = new Date();
  const signature = new Webhook(secret).sign('msg_1', timestamp, body);
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1_000)),
    'webhook-signature': signature,
  };
}

function svix() {
  const webhook = new Webhook(secret);
  const headers = standardHeaders();
  return () => webhook.verify(body, headers);
}

function openai() {
  const { webhooks } = new OpenAI({ apiKey: 'sk-1' });
  const headers = standardHeaders();
  return () => webhooks.unwrap(body, headers, secret);
}

function razorpay() {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return () => Razorpay.validateWebhookSignature(body, signature, secret);
}
