import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { callerOf } from '#people/sign-in/caller.server.ts';
import {
  NewRecoveryCodes,
  RecoveryCodes,
  SecondFactorCode,
  SecondFactors,
  TotpEnrolment,
} from '#people/sign-in/second-factor.ts';
import { OwnProof, TotpCode } from '#people/sign-in/sign-in.ts';
import type { Services } from '#start/services.server.ts';

const Done = z.object({ success: z.literal(true) });
const done = { success: true } as const;
const tags = ['ログイン'];
/** Also for operators and staff who must set up a second factor first. */
const own = { allow: 'before-second-factor' } as const;

/** The person's own second factors: the authenticator app and the recovery codes. */
export function ownFactorRoutes(app: App, auth: Services['auth']) {
  app.get(
    '/api/auth/second-factor',
    {
      config: own,
      schema: { response: { 200: SecondFactors }, tags, summary: '2段階認証の設定' },
    },
    (request) => auth.secondFactors(personOf(request)),
  );
  app.post(
    '/api/auth/second-factor/show',
    {
      config: own,
      schema: {
        body: SecondFactorCode,
        response: { 200: Done },
        tags,
        summary: '変更の前の確認：認証アプリのコードか予備コード（10分間有効）',
      },
    },
    async (request) => {
      await auth.showSecondFactor(personOf(request), callerOf(request), request.body.code);
      return done;
    },
  );
  app.post(
    '/api/auth/totp/enable',
    {
      config: own,
      schema: {
        body: OwnProof,
        response: { 200: TotpEnrolment },
        tags,
        summary: '認証アプリの設定を始める',
      },
    },
    (request) => auth.enableTotp(personOf(request), callerOf(request), request.body.password),
  );
  app.post(
    '/api/auth/totp/confirm',
    {
      config: own,
      schema: {
        body: TotpCode,
        response: { 200: NewRecoveryCodes },
        tags,
        summary: '認証アプリの設定を終える（最初のコード）',
      },
    },
    (request) => auth.confirmTotp(personOf(request), callerOf(request), request.body.code),
  );
  app.post(
    '/api/auth/totp/disable',
    {
      config: own,
      schema: { body: OwnProof, response: { 200: Done }, tags, summary: '認証アプリをやめる' },
    },
    async (request) => {
      await auth.disableTotp(personOf(request), callerOf(request), request.body.password);
      return done;
    },
  );
  app.post(
    '/api/auth/recovery-codes',
    {
      config: own,
      schema: {
        body: OwnProof,
        response: { 200: RecoveryCodes },
        tags,
        summary: '予備コードを作り直す（前のものは使えなくなる）',
      },
    },
    (request) =>
      auth.renewRecoveryCodes(personOf(request), callerOf(request), request.body.password),
  );
}
