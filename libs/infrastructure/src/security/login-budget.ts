import type { KeyObject } from 'node:crypto';
import { parseEmail } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { SharedBudget, type Spent } from './budgets.js';
import { networkOf } from './network-of.js';

export interface LoginAttempt {
  readonly address: string | undefined;
  readonly login: string;
}

const WINDOW_SECONDS = 300;
const FAILURES_PER_LOGIN = 30;
const FAILURES_PER_ADDRESS = 100;

/** Limits failed logins. An attempt is counted before its password is checked, so that concurrent ones cannot exceed it. */
export class LoginBudget {
  readonly #byAddress: SharedBudget;
  readonly #byLogin: SharedBudget;

  constructor(dataSource: DataSource, key: KeyObject) {
    const budgetFor = (prefix: string, times: number): SharedBudget =>
      new SharedBudget(dataSource, key, { prefix, times, perSeconds: WINDOW_SECONDS });
    this.#byAddress = budgetFor('address', FAILURES_PER_ADDRESS);
    this.#byLogin = budgetFor('login', FAILURES_PER_LOGIN);
  }

  /** The address first, so that one at its limit cannot use up the limit of a login. A refused attempt is not counted. */
  async spend({ address, login }: LoginAttempt): Promise<Spent> {
    const ofAddress = await this.#byAddress.spend(networkOf(address));
    if (ofAddress.waitSeconds !== undefined) {
      await ofAddress.giveBack();
      return ofAddress;
    }
    const ofLogin = await this.#byLogin.spend(nameOf(login));
    const giveBack = async (): Promise<void> => {
      await ofAddress.giveBack();
      await ofLogin.giveBack();
    };
    if (ofLogin.waitSeconds !== undefined) await giveBack();
    return { ...ofLogin, giveBack };
  }
}

/** All spellings that find the same user share one limit. */
const nameOf = (login: string): string => parseEmail(login) ?? login.toLowerCase();
