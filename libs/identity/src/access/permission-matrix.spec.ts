import { describe, expect, it } from '@jest/globals';
import { OPERATIONS, PERMISSIONS } from './permissions.js';
import { ROLES } from './principal.js';

// The permission table shares rows between operations, so one change there can affect many of them. This matrix lists
// every operation separately: a change of permissions has to be made in both places.
const MATRIX = `
operation                       method path                                              token    refusal      anonymous user member owner   account_key platform_key admin
auth.login                      POST   /v1/auth/login                                    ignored  unauthorized any       any  any    any     any         any          any
auth.refresh                    POST   /v1/auth/refresh                                  ignored  unauthorized any       any  any    any     any         any          any
auth.password_reset             POST   /v1/auth/password_reset                           ignored  unauthorized any       any  any    any     any         any          any
sessions.end                    DELETE /v1/auth/session                                  required unauthorized -         self self   self    -           -            self
sessions.list                   GET    /v1/auth/sessions                                 required forbidden    -         self self   self    -           -            self
users.list                      GET    /v1/users                                         required forbidden    -         -    -      members -           -            any
users.create                    POST   /v1/users                                         optional unauthorized any       any  any    members -           -            any
users.get                       GET    /v1/users/{user_id}                               required not_found    -         self self   members -           -            any
users.update                    PATCH  /v1/users/{user_id}                               required not_found    -         self self   members -           -            any
users.delete                    DELETE /v1/users/{user_id}                               required forbidden    -         self self   members -           -            any
api_keys.create                 POST   /v1/api_keys                                      required forbidden    -         -    -      own     -           -            any
api_keys.list                   GET    /v1/api_keys                                      required forbidden    -         -    -      own     -           -            any
api_keys.revoke                 DELETE /v1/api_keys/{key_id}                             required forbidden    -         -    -      own     -           -            any
audit.list                      GET    /v1/audit                                         required forbidden    -         -    -      -       -           -            any
accounts.create                 POST   /v1/accounts                                      optional unauthorized any       any  any    any     -           any          any
accounts.list                   GET    /v1/accounts                                      required forbidden    -         -    -      -       -           any          any
accounts.get                    GET    /v1/accounts/{account_id}                         required forbidden    -         -    -      -       -           any          any
accounts.set_status             PATCH  /v1/accounts/{account_id}                         required forbidden    -         -    -      -       -           any          any
account.get                     GET    /v1/account                                       required forbidden    -         -    own    own     own         any          any
account.update                  PATCH  /v1/account                                       required unauthorized -         -    -      own     -           any          any
account.close                   DELETE /v1/account                                       required forbidden    -         -    -      own     -           any          any
account.balance                 GET    /v1/account/balance                               required forbidden    -         -    own    own     own         any          any
account.log_head                GET    /v1/account/log_head                              required forbidden    -         -    own    own     own         any          any
account.statement               GET    /v1/account/statement                             required forbidden    -         -    own    own     own         any          any
account.activity                GET    /v1/account/activity                              required forbidden    -         -    own    own     own         any          any
admin.activity                  GET    /v1/admin/activity                                required forbidden    -         -    -      -       -           any          any
admin.health                    GET    /v1/admin/health                                  required forbidden    -         -    -      -       -           any          any
transactions.create             POST   /v1/transactions                                  required unauthorized -         own  own    own     own         any          any
transactions.create_batch       POST   /v1/transactions/batch                            required forbidden    -         own  own    own     own         any          any
transactions.list               GET    /v1/transactions                                  required unauthorized -         own  own    own     own         any          any
transactions.get                GET    /v1/transactions/{transaction_id}                 required unauthorized -         own  own    own     own         any          any
transactions.update             PATCH  /v1/transactions/{transaction_id}                 required unauthorized -         own  own    own     own         any          any
transactions.cancel             DELETE /v1/transactions/{transaction_id}                 required unauthorized -         own  own    own     own         any          any
transactions.settle             POST   /v1/transactions/{transaction_id}/settle          required forbidden    -         -    -      -       -           any          any
transactions.entries            GET    /v1/transactions/{transaction_id}/entries         required forbidden    -         -    own    own     own         any          any
transfers.create                POST   /v1/transfers                                     required forbidden    -         -    -      own     own         any          any
transfers.list                  GET    /v1/transfers                                     required forbidden    -         -    own    own     own         any          any
transfers.get                   GET    /v1/transfers/{transfer_id}                       required forbidden    -         -    own    own     own         any          any
transfers.cancel                DELETE /v1/transfers/{transfer_id}                       required forbidden    -         -    -      own     own         any          any
transfers.settle                POST   /v1/transfers/{transfer_id}/settle                required forbidden    -         -    -      -       -           any          any
events.list                     GET    /v1/events                                        required forbidden    -         -    own    own     own         any          any
payments.create                 POST   /v1/payments                                      required unauthorized -         own  own    own     own         any          any
payments.list                   GET    /v1/payments                                      required forbidden    -         own  own    own     own         any          any
payments.get                    GET    /v1/payments/{payment_id}                         required forbidden    -         own  own    own     own         any          any
payments.status                 GET    /v1/payments/{payment_id}/status                  required unauthorized -         own  own    own     own         any          any
payments.cancel                 DELETE /v1/payments/{payment_id}                         required forbidden    -         own  own    own     own         any          any
payments.send_email             POST   /v1/payments/{payment_id}/send_email              required forbidden    -         own  own    own     own         any          any
refunds.create                  POST   /v1/payments/{payment_id}/refunds                 required forbidden    -         -    -      own     own         any          any
refunds.list                    GET    /v1/payments/{payment_id}/refunds                 required forbidden    -         -    own    own     own         any          any
refunds.get                     GET    /v1/refunds/{refund_id}                           required forbidden    -         -    own    own     own         any          any
subscriptions.create            POST   /v1/subscriptions                                 required forbidden    -         own  own    own     own         any          any
subscriptions.list              GET    /v1/subscriptions                                 required forbidden    -         own  own    own     own         any          any
subscriptions.get               GET    /v1/subscriptions/{subscription_id}               required forbidden    -         own  own    own     own         any          any
subscriptions.update            PATCH  /v1/subscriptions/{subscription_id}               required forbidden    -         own  own    own     own         any          any
subscriptions.cancel            DELETE /v1/subscriptions/{subscription_id}               required forbidden    -         own  own    own     own         any          any
webhook_endpoints.create        POST   /v1/webhook_endpoints                             required forbidden    -         -    -      own     own         any          any
webhook_endpoints.list          GET    /v1/webhook_endpoints                             required forbidden    -         -    own    own     own         any          any
webhook_endpoints.get           GET    /v1/webhook_endpoints/{endpoint_id}               required forbidden    -         -    own    own     own         any          any
webhook_endpoints.update        PATCH  /v1/webhook_endpoints/{endpoint_id}               required forbidden    -         -    -      own     own         any          any
webhook_endpoints.delete        DELETE /v1/webhook_endpoints/{endpoint_id}               required forbidden    -         -    -      own     own         any          any
webhook_endpoints.rotate_secret POST   /v1/webhook_endpoints/{endpoint_id}/rotate_secret required forbidden    -         -    -      own     own         any          any
webhook_endpoints.test          POST   /v1/webhook_endpoints/{endpoint_id}/test          required forbidden    -         -    -      own     own         any          any
webhook_endpoints.replay        POST   /v1/webhook_endpoints/{endpoint_id}/replay        required forbidden    -         -    -      own     own         any          any
webhook_deliveries.list         GET    /v1/webhook_endpoints/{endpoint_id}/deliveries    required forbidden    -         -    own    own     own         any          any
webhook_deliveries.get          GET    /v1/webhook_deliveries/{delivery_id}              required forbidden    -         -    own    own     own         any          any
webhook_deliveries.retry        POST   /v1/webhook_deliveries/{delivery_id}/retry        required forbidden    -         -    -      own     own         any          any
reconciliations.create          POST   /v1/reconciliations                               required forbidden    -         -    -      own     own         any          any
reconciliations.list            GET    /v1/reconciliations                               required forbidden    -         -    own    own     own         any          any
reconciliations.get             GET    /v1/reconciliations/{reconciliation_id}           required forbidden    -         -    own    own     own         any          any
reconciliations.lines           GET    /v1/reconciliations/{reconciliation_id}/lines     required forbidden    -         -    own    own     own         any          any
`;

const [head = [], ...rows] = MATRIX.trim()
  .split('\n')
  .map((line) => line.split(/ +/));

describe('permission matrix', () => {
  it('lists every operation and every role', () => {
    expect(rows.map(([name]) => name)).toEqual(OPERATIONS);
    expect(head.slice(5)).toEqual(ROLES);
  });

  it.each(rows)('%s', (name, method, path, token, refusal, ...reaches) => {
    const reach = Object.fromEntries(
      ROLES.map((role, index) => [role, reaches[index] === '-' ? 'none' : reaches[index]]),
    );
    expect(PERMISSIONS[name as keyof typeof PERMISSIONS]).toEqual({ method, path, token, refusal, reach });
  });
});
