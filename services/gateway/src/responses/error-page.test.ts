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

test('escapes every text that comes from the request', () => {
  const page = errorPage(serviceUnavailable(`<script>"&'</script>`), 'GET', 'ref"><b>');
  expect(page).toContain('&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;');
  expect(page).not.toMatch(/<script|<b>/);
});

test('offers a next action, but no link that would repeat a form as a GET', () => {
  expect(errorPage(serviceUnavailable('auth is down'), 'GET', 'r')).toContain('<a href="">Try again</a>');
  expect(errorPage(serviceUnavailable('auth is down'), 'POST', 'r')).not.toContain('<a');
  expect(errorPage(notFound('Page'), 'GET', 'r')).toContain('<a href="/">');
});
