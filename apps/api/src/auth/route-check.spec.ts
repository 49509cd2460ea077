import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { type OperationName, OPERATIONS, PERMISSIONS } from '@florin/identity';
import { Controller, Get, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { OverrideStatuses } from '../common/errors/status-overrides.js';
import { Operation } from './operation.decorator.js';
import { problemsWith, RouteCheck } from './route-check.js';

/** Starts an application with one controller, whose routes are checked against the whole table. */
async function start(controller: Type): Promise<void> {
  @Module({ controllers: [controller], providers: [RouteCheck] })
  class OneController {}
  const app = await NestFactory.create<NestFastifyApplication>(OneController, new FastifyAdapter(), {
    logger: false,
    abortOnError: false,
  });
  try {
    await app.init();
  } finally {
    await app.close();
  }
}

@Controller('v1/account')
class InItsPlace {
  @Operation('account.get', 'Retrieve the account')
  @OverrideStatuses({ unauthorized: 403 })
  @Get()
  read(): void {}
  helper(): void {}
}

@Controller('v1/accounts')
class Elsewhere {
  @Operation('account.get', 'Retrieve the account') @Get(':account_id') read(): void {}
}

@Controller('v1/mystery')
class WithoutARow {
  @Operation('mystery.get' as OperationName, 'Retrieve the mystery') @Get() read(): void {}
  @Operation('toString' as OperationName, 'Tell the mystery') @Get('told') tell(): void {}
}

@Controller('v1/nameless')
class Nameless {
  @Get() read(): void {}
}

const routesOf = (operations: readonly OperationName[]) =>
  operations.map((operation) => {
    const { method, path } = PERMISSIONS[operation];
    return { address: `${method} ${path}`, operation };
  });

describe('the routes', () => {
  it('are those of the permission table, all of them', () => {
    expect(problemsWith(routesOf(OPERATIONS))).toEqual([]);
    expect(problemsWith(routesOf(OPERATIONS.filter((name) => name !== 'users.get')))).toEqual([
      'users.get has no route',
    ]);
  });

  it.each([
    [Elsewhere, 'GET /v1/accounts/{account_id} is not where account.get should be'],
    [
      WithoutARow,
      'GET /v1/mystery is mystery.get, which has no row; GET /v1/mystery/told is toString, which has no row',
    ],
    [Nameless, 'GET /v1/nameless names no operation'],
    // Only the rows of other controllers are missing here.
    [InItsPlace, 'auth.login has no route'],
  ])('stop the start where they are not: %p', async (controller, problem) => {
    await expect(start(controller)).rejects.toThrow(
      `The permission table and the routes disagree: ${problem}`,
    );
  });
});
