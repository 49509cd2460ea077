import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { html } from './html.js';

describe('html', () => {
  it('escapes text in content and attributes, but not markup of html', () => {
    const name = `<script>"O'Hara" & Sons</script>`;
    expect(html`<p title="${name}">${name} ${html`<b>${1}</b>`}</p>`.markup).toBe(
      '<p title="&lt;script&gt;&quot;O&#39;Hara&quot; &amp; Sons&lt;/script&gt;">' +
        '&lt;script&gt;&quot;O&#39;Hara&quot; &amp; Sons&lt;/script&gt; <b>1</b></p>',
    );
  });

  it('joins lists and omits undefined and false', () => {
    const items = ['<', 'b'].map((text) => html`<b>${text}</b>`);
    expect(html`<i>${items}${undefined}${false}</i>`.markup).toBe('<i><b>&lt;</b><b>b</b></i>');
  });

  it('never lets text open a tag, close a quote or begin an entity', () => {
    fc.assert(
      fc.property(fc.string(), (text) => !/[<>"']|&(?!(amp|lt|gt|quot|#39);)/.test(html`${text}`.markup)),
    );
  });
});
