import { describe, expect, it } from '@jest/globals';
import { aPayee } from '@florin/payments/testing/paying';
import { brandStyle, initialsOf, renderContact, renderEmblem } from './brand.js';
import { LANGUAGES } from './texts/languages.js';

const LINKS = { root: '../', page: '', receipt: '' };

describe('the branding of a page', () => {
  it.each([
    ['Ada Ltd', 'AL'],
    ['ada', 'A'],
    ['Ada & Söhne <Ltd>', 'AS'],
    ['étoile 🪙 étoile', 'ÉÉ'],
    ['שלום עולם', 'שע'],
    ['🪙', ''],
  ])('has the initials of %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('shows the logo instead of them', () => {
    const payee = aPayee();
    expect(renderEmblem(payee, LINKS).markup).toContain('>AL</span>');
    const branded = { ...payee, branding: { ...payee.branding, logo: 'v1' } };
    expect(renderEmblem(branded, LINKS).markup).toContain(`src="../logos/${payee.accountId}/v1"`);
  });

  it('has the contact that the business gave, escaped', () => {
    const texts = LANGUAGES.textsFor('en');
    const { branding } = aPayee();
    expect(renderContact(aPayee(), texts)).toBeUndefined();
    const supportEmail = `a?b&c'"@shop.example`;
    const contact = renderContact(
      aPayee({ branding: { ...branding, supportEmail, website: 'https://shop.example/?a="' } }),
      texts,
    )?.markup;
    expect(contact).toContain('href="mailto:a%3Fb%26c&#39;%22@shop.example"');
    expect(contact).toContain('href="https://shop.example/?a=&quot;"');
    expect(contact).toContain('<bdi>shop.example</bdi>');
  });

  it('has a stylesheet for each color, and for nothing else', () => {
    expect(brandStyle('0f5c4a.css')).toContain('--brand:#0f5c4a;');
    for (const file of ['0f5c4a', '0F5C4A.css', 'red.css', '0f5c4a;}.css', '../x.css'])
      expect(brandStyle(file)).toBeUndefined();
  });
});
