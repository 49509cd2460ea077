import type { KeyObject } from 'node:crypto';
import { parseEmail } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { SharedBudget, type Spent } from './budgets.js';
import { networkOf } from './network-of.js';

export interface LoginAttempt {
  readonly address: string | undefined;
  /** The email or username as it was typed. */
  readonly login: string;
}

const WINDOW_SECONDS = 300;
const FAILURES_PER_LOGIN = 30;
const FAILURES_PER_ADDRESS = 100;

/** Failed logins, counted over all instances. */
export class LoginBudget {
  readonly #byAddress: SharedBudget;
  readonly #byLogin: SharedBudget;

  constructor(dataSource: DataSource, key: KeyObject) {
    const budgetFor = (prefix: string, times: number): SharedBudget =>
      new SharedBudget(dataSource, key, { prefix, times, perSeconds: WINDOW_SECONDS });
    this.#byAddress = budgetFor('address', FAILURES_PER_ADDRESS);
    this.#byLogin = budgetFor('login', FAILURES_PER_LOGIN);
  }

  /**
   * The address first: one that has used up its own share can no longer use up somebody else's. Who is refused has not
   * failed, and is not counted: of many who log in at once with the right password some have to wait, but not for long.
   */
  async spend({ address, login }: LoginAttempt): Promise<Spent> {
    const ofAddress = await this.#byAddress.spend(networkOf(address));
    if (ofAddress.waitSeconds !== undefined) {
      await ofAddress.giveBack();
      return ofAddress;
    }
    const ofLogin = await this.#byLogin.spend(nameOf(login));
    const { waitSeconds } = ofLogin;
    const giveBack = async (): Promise<void> => {
      await ofAddress.giveBack();
      await ofLogin.giveBack();
    };
    if (waitSeconds !== undefined) await giveBack();
    return { waitSeconds, giveBack };
  }
}

/** All spellings that find the same user are one name, or each of them would be so many guesses more. */
const nameOf = (login: string): string => parseEmail(login) ?? login.toLowerCase();
