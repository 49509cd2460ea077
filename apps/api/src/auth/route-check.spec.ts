import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { type OperationName, OPERATIONS, PERMISSIONS } from '@florin/identity';
import { Controller, Get, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { OverrideStatuses } from '../common/errors/status-overrides.js';
import { Operation } from './operation.decorator.js';
import { problemsWith, RouteCheck } from './route-check.js';

/** Starts an application with one controller. Its routes are checked against the whole permission table. */
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
class CorrectRoute {
  @Operation('account.get', 'Retrieve the account')
  @OverrideStatuses({ unauthorized: 403 })
  @Get()
  read(): void {}
  helper(): void {}
}

@Controller('v1/accounts')
class WrongRoute {
  @Operation('account.get', 'Retrieve the account') @Get(':account_id') read(): void {}
}

@Controller('v1/unknown')
class UnknownOperation {
  @Operation('unknown.get' as OperationName, 'Retrieve the unknown') @Get() read(): void {}
  @Operation('toString' as OperationName, 'Convert the unknown') @Get('text') convert(): void {}
}

@Controller('v1/nothing')
class WithoutOperation {
  @Get() read(): void {}
}

const routesOf = (operations: readonly OperationName[]) =>
  operations.map((operation) => {
    const { method, path } = PERMISSIONS[operation];
    return { address: `${method} ${path}`, operation };
  });

describe('the route check', () => {
  it('finds each row of the permission table without a route', () => {
    expect(problemsWith(routesOf(OPERATIONS))).toEqual([]);
    expect(problemsWith(routesOf(OPERATIONS.filter((name) => name !== 'users.get')))).toEqual([
      'users.get has no route',
    ]);
  });

  it.each([
    [WrongRoute, 'GET /v1/accounts/{account_id} is the wrong route for account.get'],
    [
      UnknownOperation,
      'GET /v1/unknown is unknown.get, which is not in the table; GET /v1/unknown/text is toString, which is not in the table',
    ],
    [WithoutOperation, 'GET /v1/nothing has no operation'],
    // The rows of other controllers are missing.
    [CorrectRoute, 'auth.login has no route'],
  ])('fails the startup for %p', async (controller, problem) => {
    await expect(start(controller)).rejects.toThrow(
      `The routes do not match the permission table: ${problem}`,
    );
  });
});
