import { describe, expect, test } from '@jest/globals';
import { notFound, serviceUnavailable } from '@order-hub/shared/errors';
import { errorPage, prefersHtml } from './error-page.ts';

const firefox = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('which clients get a page', () => {
  test.each<[string | undefined, boolean]>([
    [firefox, true],
    ['text/html', true],
    ['Text/HTML; charset=utf-8', true],
    ['text/html;q=0.5, application/json;q=0.4', true],
    ['text/html, application/json', true],
    ['application/json, text/html;q=0.9', false],
    ['text/html;q=0', false],
    ['text/html;q=nothing', false],
    ['application/json', false],
    ['*/*', false],
    ['text/*', false],
    ['text/html-not', false],
    ['', false],
    [undefined, false],
  ])('%j: %s', (accept, expected) => expect(prefersHtml(accept)).toBe(expected));
});

const get = { method: 'GET', headers: {} };
const post = { method: 'POST', headers: {} };

test('escapes every text that comes from the request', () => {
  const page = errorPage(serviceUnavailable('auth is down'), get, 'ref"><b>');
  expect(page).toContain('ref&quot;&gt;&lt;b&gt;');
  expect(page).not.toMatch(/<b>/);
});

test('offers a next action, but no link that would repeat a form as a GET', () => {
  expect(errorPage(serviceUnavailable('auth is down'), get, 'r')).toContain('<a href="">Try again</a>');
  expect(errorPage(serviceUnavailable('auth is down'), post, 'r')).not.toContain('<a');
  expect(errorPage(notFound('Page'), get, 'r')).toContain('<a href="/">');
});

test.each([
  ['it-CH, fr;q=0.5', 'it', 'Al momento non disponibile', 'Una parte dell’hub al momento non può rispondere.'],
  ['nl', 'en', 'Not available at the moment', 'A part of the hub cannot answer at the moment.'],
])('speaks the language of a browser that accepts %s', (accepted, language, title, text) => {
  const headers = { 'accept-language': accepted };
  const page = errorPage(serviceUnavailable('auth is down'), { method: 'GET', headers }, 'r');
  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain(`<h1>${title}</h1>`);
  expect(page).toContain(text);
});
