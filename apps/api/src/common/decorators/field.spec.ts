import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { RequestValidationPipe } from '../validation/request-validation.pipe.js';
import { IsAmount, IsCurrency, IsMetadata, IsNested, IsOneOf, IsReference, IsTimestamp } from './fields.js';

class Settings {
  @IsCurrency({ omittable: true }) currency?: string;
}

class Create {
  @IsAmount() amount!: number;
  @IsReference({ omittable: true }) reference?: string;
  @IsMetadata({ omittable: true }) metadata?: object;
  @IsTimestamp({ omittable: true }) expires_at?: Date;
  @IsOneOf(['open', 'closed'], { omittable: true }) state?: string;
  @IsNested(() => Settings, { omittable: true }) settings?: Settings;
}

const pipe = new RequestValidationPipe();
const validate = async <Dto extends object>(metatype: Type<Dto>, body: unknown): Promise<Dto> =>
  (await pipe.transform(body, { type: 'body', metatype })) as Dto;

const NOTHING = { reference: null, metadata: null, expires_at: null, state: null, settings: null };

describe('an omittable field', () => {
  it('that is null is absent, like one that is not sent', async () => {
    expect(await validate(Create, { amount: 1, ...NOTHING })).toEqual({ amount: 1 });
    expect(await validate(Create, { amount: 1 })).toEqual({ amount: 1 });
  });

  it('can be inside another', async () => {
    const { settings } = await validate(Create, { amount: 1, settings: { currency: null } });
    expect(settings).toBeInstanceOf(Settings);
    expect(settings?.currency).toBeUndefined();
  });

  it('keeps its value and its rule', async () => {
    const sent = { amount: 1, reference: 'A-1', metadata: { a: null }, settings: { currency: 'EUR' } };
    expect(await validate(Create, sent)).toEqual(sent);
    const invalid = { amount: 1, reference: '', metadata: [], state: 'ajar', settings: { currency: 'eur' } };
    await expect(validate(Create, invalid)).rejects.toThrow(
      /^reference must .*; metadata must .*; state must .*; settings\.currency must .*\.$/,
    );
  });

  it('does not make null valid for others', async () => {
    await expect(validate(Create, { ...NOTHING, amount: null })).rejects.toThrow(/^amount must be [^;]*\.$/);
  });
});
