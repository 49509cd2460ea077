import type { Session } from '@florin/identity';
import { SECOND_MS } from '@florin/kernel';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicAddress } from '../config/public-address.js';
import { PREFIX, publicPath } from './paths.js';

/** The cookie with the refresh token. Scripts cannot read it, and browsers send it only to the three session requests. */
export class SessionCookie {
  constructor(private readonly address: PublicAddress) {}

  read({ cookies }: FastifyRequest): string | undefined {
    return cookies[this.name];
  }

  /** Kept as long as the refresh token is valid. */
  write(request: FastifyRequest, reply: FastifyReply, token: string, session: Session, now: Date): void {
    const maxAge = Math.max(0, Math.floor((session.expiresAt.getTime() - now.getTime()) / SECOND_MS));
    void reply.setCookie(this.name, token, { ...this.attributes(request), maxAge });
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    void reply.setCookie(this.name, '', { ...this.attributes(request), maxAge: 0 });
  }

  /** Browsers accept the prefix only together with Secure. `__Host-` would require the path `/`. */
  private get name(): string {
    return this.isHttps ? '__Secure-florin_session' : 'florin_session';
  }

  private get isHttps(): boolean {
    return new URL(this.address.url).protocol === 'https:';
  }

  private attributes({ protocol }: FastifyRequest): CookieSerializeOptions {
    return {
      path: `${publicPath(this.address)}${PREFIX}/session`,
      httpOnly: true,
      sameSite: 'strict',
      secure: this.isHttps || protocol === 'https',
    };
  }
}
