import type { Authenticate, Principal } from '@florin/identity';
import { API_KEY_PREFIX } from '@florin/infrastructure';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy, type StrategyCreatedStatic } from 'passport';
import { bearerToken, type WithHeaders } from './bearer-token.js';

/** API keys, sent as bearer tokens. One class per application: passport registers strategies by name, per process. */
export const apiKeyStrategy = (name: string) =>
  class ApiKeyStrategy extends PassportStrategy(Strategy, name) {
    constructor(readonly keys: Authenticate) {
      super();
    }

    override authenticate(this: this & StrategyCreatedStatic, request: WithHeaders): void {
      const key = bearerToken(request);
      if (!key?.startsWith(API_KEY_PREFIX)) {
        this.fail(undefined);
        return;
      }
      this.validate(key).then(
        (principal) => {
          this.success(principal);
        },
        (error: unknown) => {
          this.error(error);
        },
      );
    }

    validate(key: string): Promise<Principal> {
      return this.keys.byApiKey(key);
    }
  };
