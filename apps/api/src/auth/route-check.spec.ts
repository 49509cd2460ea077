import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { OperationName } from '@florin/identity';
import { Controller, Get } from '@nestjs/common';
import { type DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { Operation } from './operation.js';
import { RouteCheck } from './route-check.js';

function check(...controllers: object[]): void {
  const discovery = { getControllers: () => controllers.map((metatype) => ({ metatype })) };
  const found = discovery as unknown as DiscoveryService;
  new RouteCheck(found, new MetadataScanner(), new Reflector()).onModuleInit();
}

@Controller('v1/account')
class InItsPlace {
  @Operation('account.get', 'Retrieve the account') @Get() read(): void {}
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

@Controller('v1/nobody')
class Nameless {
  @Get() read(): void {}
}

describe('the routes', () => {
  it('are those of the permission table', () => {
    expect(() => {
      check(InItsPlace);
    }).not.toThrow();
  });

  it.each([
    [Elsewhere, 'GET /v1/accounts/{account_id} is not where account.get should be'],
    [
      WithoutARow,
      'GET /v1/mystery is mystery.get, which has no row; GET /v1/mystery/told is toString, which has no row',
    ],
    [Nameless, 'GET /v1/nobody names no operation'],
  ])('stop the start where they are not: %p', (controller, problem) => {
    expect(() => {
      check(InItsPlace, controller);
    }).toThrow(`The permission table and the routes disagree: ${problem}`);
  });
});
