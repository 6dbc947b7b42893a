/** Replaces ids, secrets, times and addresses on a page, so that it looks the same in every run. Runs in the browser. */
export function steady(): void {
  const replacements: [RegExp, string][] = [
    [/\b\d{1,2} \w{3,4}(?= 20\d\d| ?,)/g, '22 Nov'],
    // The hours of a shop, and examples of them, are the same in every run.
    [/(?<!–|before )\b\d\d:\d\d\b(?!–)/g, '18:30'],
    [/\b(hub_[a-z_]*)[0-9a-f]{48}\b/g, '$10123456789abcdef0123456789abcdef0123456789abcdef'],
    [/\b0[0-9a-z]{19}\b/g, '0mwrd933n000npqpbydy'],
    [/\b[0-9a-f]{12}\b/g, '0123456789ab'],
    [/\b(localhost|127\.0\.0\.1):\d+/g, '$1:8080'],
  ];
  const replaced = (text: string) => replacements.reduce((so_far, [from, to]) => so_far.replace(from, to), text);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    text.nodeValue = replaced(text.nodeValue ?? '');
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')) {
    input.value = replaced(input.value);
  }
}
