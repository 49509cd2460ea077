// Generated sections of docs/: a diagram of every state machine, and the table of permissions.

/** Every state machine of the libraries, by its name in the pages. */
export function stateMachinesOf({ accounts, identity, ledger, payments, webhooks }) {
  return {
    account: accounts.ACCOUNT_STATE_MACHINE,
    user: identity.USER_STATE_MACHINE,
    session: identity.SESSION_STATE_MACHINE,
    'password reset': identity.PASSWORD_RESET_STATE_MACHINE,
    'API key': identity.API_KEY_STATE_MACHINE,
    transaction: ledger.TRANSACTION_STATE_MACHINE,
    balance: ledger.BALANCE_STATE_MACHINE,
    'payment request': payments.PAYMENT_REQUEST_STATE_MACHINE,
    attempt: payments.ATTEMPT_STATE_MACHINE,
    refund: payments.REFUND_STATE_MACHINE,
    subscription: payments.SUBSCRIPTION_STATE_MACHINE,
    'webhook endpoint': webhooks.ENDPOINT_STATE_MACHINE,
    'webhook delivery': webhooks.DELIVERY_STATE_MACHINE,
  };
}

/** The generated sections by the name in their markers. */
export function sectionsOf(libraries) {
  const { PERMISSIONS, ROLES } = libraries.identity;
  const diagrams = Object.entries(stateMachinesOf(libraries)).map(([name, stateMachine]) => [
    `states of ${article(name)}`,
    stateDiagram(stateMachine),
  ]);
  return { ...Object.fromEntries(diagrams), permissions: permissionTable(PERMISSIONS, ROLES) };
}

const article = (name) => `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;

/** Actions with the same transition share an arrow; a state without transitions is final. */
export function stateDiagram({ initial, transitions }) {
  const lines = initial.map((state) => `[*] --> ${state}`);
  for (const [state, arrows] of Object.entries(transitions)) {
    const actionsTo = Map.groupBy(Object.keys(arrows), (action) => arrows[action]);
    for (const [next, actions] of actionsTo) lines.push(`${state} --> ${next} : ${actions.join(', ')}`);
    if (actionsTo.size === 0) lines.push(`${state} --> [*]`);
  }
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

const STATUS_OF_REFUSAL = { unauthorized: 401, forbidden: 403, not_found: 404 };

export function permissionTable(permissions, roles) {
  const names = roles.map((role) => role.replace('_', ' '));
  const head = [
    `| Request | ${names.join(' | ')} | others get |`,
    `| --- | ${'--- | '.repeat(names.length)}--- |`,
  ];
  const rows = Object.values(permissions).map(({ method, path, reach, refusal }) => {
    const reaches = roles.map((role) => (reach[role] === 'none' ? '–' : reach[role]));
    const isForAll = !reaches.includes('–');
    const others = isForAll ? '' : `${STATUS_OF_REFUSAL[refusal]} \`${refusal}\``;
    return `| \`${method} ${path}\` | ${reaches.join(' | ')} | ${others} |`;
  });
  return [...head, ...rows].join('\n');
}

const MARKED = /(<!-- made by npm run diagrams: (.+?) -->\n)[^]*?(<!-- end -->)/g;

/** Replaces the text between markers. Throws for an unknown name. */
export function fillSections(page, sections) {
  return page.replace(MARKED, (_, begin, name, end) => {
    if (!(name in sections)) throw new Error(`Unknown generated section: ${name}.`);
    return `${begin}\n${sections[name]}\n\n${end}`;
  });
}

/** The names in the markers of a page. */
export const namesIn = (page) => [...page.matchAll(MARKED)].map(([, , name]) => name);
