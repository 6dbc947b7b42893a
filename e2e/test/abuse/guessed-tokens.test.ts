/** Guessed tokens from an address do not lock out good tokens from the same address (docs/api/limits.md#requests-without-a-token). */
import { Agent, request } from 'node:http';
import { expect, test } from '@jest/globals';
import { aTenant } from '../../src/tenant.ts';
import { passedHubs, type SharedHub } from '../hubs.ts';
import { attackerAddress } from './attack.ts';

const [hub] = passedHubs().hubs as [SharedHub];
const agent = new Agent({ keepAlive: true, maxSockets: 40, localAddress: attackerAddress });
const guesses = 1_500;
const testMs = 120_000;

/** The status of a request from the attacker's address. */
const statusOf = (token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-access-token': token };
    const sent = request(`${hub.base_url}/location`, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end();
  });

test(
  'used and unused tokens are accepted while another client at their address guesses',
  async () => {
    const tenant = await aTenant(hub);
    const connect = (name: string) => tenant.connect(name, { location_id: tenant.location_ids[0] });
    const used = await connect('used');
    expect(await statusOf(used.access_token)).toBe(200);
    const guessed = await Promise.all(
      Array.from({ length: guesses }, (_, index) => statusOf(`guess ${Date.now()} ${index}`)),
    );
    expect(guessed.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(guessed.filter((status) => status !== 429 && status !== 401)).toEqual([]);
    for (let round = 0; round < 5; round += 1) {
      const more = Array.from({ length: 20 }, (_, index) => statusOf(`more ${round} ${index}`));
      const unused = await connect(`unused ${round}`);
      expect(await statusOf(unused.access_token)).toBe(200);
      expect(await statusOf(used.access_token)).toBe(200);
      await Promise.all(more);
    }
    agent.destroy();
  },
  testMs,
);
