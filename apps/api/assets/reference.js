// Starts Scalar, the API reference. It is a file because the page's policy allows no inline script.
/* global Scalar */
(() => {
  'use strict';
  const root = new URL('..', document.currentScript.src).href;
  const documentUrl = `${root}openapi.json`;

  Scalar.createApiReference('#reference', {
    url: documentUrl,
    customFetch: async (input, init) => {
      const request = new Request(input, init);
      // An empty token field means no token, which some operations allow.
      if (request.headers.get('authorization') === 'Bearer') request.headers.delete('authorization');
      const response = await fetch(request);
      if (request.url !== documentUrl || !response.ok) return response;
      return Response.json(omitOptionalParameters(await response.json()));
    },
    // Test requests go to the address that the page was opened at. The policy allows no other, also not PUBLIC_URL.
    servers: [{ url: root.replace(/\/$/, '') }],
    documentDownloadType: 'direct',
    authentication: { preferredSecurityScheme: 'accessToken' },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    operationTitleSource: 'summary',
    // Nothing is loaded from or sent to other hosts.
    withDefaultFonts: false,
    proxyUrl: '',
    telemetry: false,
    persistAuth: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  });

  // Otherwise code samples and test requests send the examples of all parameters, also of those that cannot be combined.
  function omitOptionalParameters(description) {
    const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
    const parameters = operations.flatMap((operation) => operation.parameters ?? []);
    for (const parameter of [...parameters, ...Object.values(description.components.parameters)]) {
      const value = parameter.schema?.examples?.[0];
      if (!parameter.required && value !== undefined)
        parameter.examples = { default: { value, 'x-disabled': true } };
    }
    return description;
  }

  // Attributes that screen readers need and Scalar lacks (WCAG 2.2, 2.5.3 and 4.1.2).
  const CORRECTIONS = {
    '[role="combobox"]:not([aria-expanded])': (field) =>
      field.setAttribute('aria-expanded', String(field.hasAttribute('aria-controls'))),
    'button[role="none"]': (button) => button.removeAttribute('role'),
    '[role="textbox"]:not([aria-label], [aria-labelledby])': (field) =>
      field.setAttribute('aria-label', 'Code'),
    // The visible text is "Show More".
    'button[aria-label^="Show all "]': (button) =>
      button.setAttribute('aria-label', button.textContent.trim()),
  };
  new MutationObserver(() => {
    for (const [selector, correct] of Object.entries(CORRECTIONS))
      for (const element of document.querySelectorAll(selector)) correct(element);
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['role', 'aria-expanded'] });
})();
