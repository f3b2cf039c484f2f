import { applyBody } from '#test/factories/apply-body.ts';
import { rowsOf } from '#torture/site.ts';
import type { Attack } from './attack.ts';
import { tokenIn } from './attacked-site.ts';
import { attacker, goodPassword, newAddress, newEmail } from './attacker.ts';

const emailChanges = 'src/people/sign-in/emails/email-changes.server.ts';
const attempts = 'src/kit/limits/attempts.server.ts';

/** Attacks on the ownership of accounts, and on lingering access. */
export const accountAttacks: readonly Attack[] = [
  {
    name: 'an address is taken over before its owner comes',
    holes: [
      {
        file: emailChanges,
        was: 'if (await findCredential(tx, { email: newEmail })) return false;',
        // For this attack only: others move e-mails in the intended way.
        becomes:
          "if (newEmail.startsWith('early')) await moveEmail(tx, { uid, email: newEmail, isVerified: false, now: clock() });",
      },
    ],
    async succeeds(site) {
      const [email, victim] = [newEmail('attacker'), newEmail('early')];
      const page = attacker(site);
      await page.register(email);
      await page.post('/api/auth/change-email', {
        email,
        password: goodPassword,
        newEmail: victim,
      });
      // The owner can still register, unless the address is taken.
      return (await attacker(site).register(victim)) !== 201;
    },
  },
  {
    name: 'an address of before takes an account back from whoever reset its password',
    holes: [
      {
        file: 'src/people/sign-in/password-changes.server.ts',
        was: 'await endUndoLinks(tx, { uid: subject.uid, but: [subject.email] }, dependencies);',
        becomes: '',
      },
    ],
    async succeeds(site) {
      const [email, victim] = [newEmail('attacker'), newEmail('victim')];
      const page = attacker(site);
      await page.register(email);
      await page.post('/api/auth/change-email', {
        email,
        password: goodPassword,
        newEmail: victim,
      });
      const confirm = tokenIn(await site.mailTo(victim, 'verify-email'));
      await page.post('/api/auth/verify-email', { token: confirm });
      const undo = tokenIn(await site.mailTo(email, 'メールアドレスを変更しました'));
      const owner = attacker(site);
      await owner.post('/api/auth/request-password-reset', { email: victim });
      const token = tokenIn(await site.mailTo(victim, 'reset-password'));
      const newPassword = 'mado no soto no yuki';
      await owner.post('/api/auth/reset-password', { token, newPassword });
      const undone = await attacker(site).post('/api/auth/undo-email-change', { token: undo });
      return undone.status === 200 && (await owner.signIn(victim, newPassword)).status !== 200;
    },
  },
  {
    name: 'a stranger is flooded with welcomes',
    holes: [
      {
        file: 'src/people/sign-in/sign-in.server.ts',
        was: "await countTry(attempts, [['sign-up by address', countedAddress(caller.address)]]);",
        becomes: '',
      },
    ],
    async succeeds(site) {
      const address = newAddress();
      const statuses: number[] = [];
      for (let n = 0; n < 30; n++) {
        const page = attacker(site, { address });
        const body = { email: newEmail('stranger'), password: goodPassword };
        statuses.push((await page.post('/api/auth/sign-up/email', body)).status);
      }
      return !statuses.includes(429);
    },
  },
  {
    name: 'our mails carry a stranger’s words',
    holes: [
      {
        file: 'src/people/mail/sending.server.ts',
        was: 'isProven ? opened.content : withoutTyped(opened.content)',
        becomes: 'opened.content',
      },
    ],
    async succeeds(site) {
      const victim = newEmail('victim');
      const words = '緊急のお知らせ';
      await attacker(site).register(victim, { lastName: words });
      const mail = await site.mailTo(victim, 'ご登録');
      return mail.includes(words);
    },
  },
  {
    name: 'a stranger is flooded with corrections',
    holes: [
      {
        file: 'src/people/mail/mail-budgets.server.ts',
        was: "  'application-corrected',\n",
        becomes: '',
      },
    ],
    async succeeds(site) {
      const victim = newEmail('victim');
      const page = attacker(site);
      const body = applyBody({ applicant: { email: victim } });
      await page.post('/api/appraisal/apply', body, { 'idempotency-key': victim });
      const mail = await site.mailTo(victim, '#appraisalId=');
      const [, appraisalId, token] = /#appraisalId=([\w-]+)&token=([\w-]+)/.exec(mail) ?? [];
      for (let n = 0; n < 20; n++) {
        const correction = {
          applicantAddress: { ...body.applicantAddress, building: `${n}号` },
          ...{ deliveryDate: '', deliverySlot: '12' },
        };
        const seen = { 'if-match': `"${n + 1}"` };
        await page.post('/api/applications/correct', { appraisalId, token, correction }, seen);
      }
      return (await site.countMails(victim, 'application-corrected')) > 10;
    },
  },
  {
    name: 'wrong passwords from elsewhere lock an owner out',
    holes: [{ file: attempts, was: ', slows: true }', becomes: ' }' }],
    async succeeds(site) {
      const email = newEmail('owner');
      await attacker(site).register(email);
      for (let n = 0; n < 26; n++) await attacker(site).signIn(email, `a wrong guess ${n}`);
      return (await attacker(site).signIn(email)).status !== 200;
    },
  },
  {
    name: 'wrong passwords from the same address lock a known browser out',
    holes: [
      {
        file: 'src/people/sign-in/sign-in.server.ts',
        was: 'const deviceId = await devices.idFor(caller.cookie, credential);',
        becomes: 'const deviceId = await devices.idFor(undefined, credential);',
      },
    ],
    async succeeds(site) {
      const [email, address] = [newEmail('owner'), newAddress()];
      const owner = attacker(site, { address });
      await owner.register(email);
      const neighbour = attacker(site, { address });
      for (let n = 0; n < 26; n++) await neighbour.signIn(email, `a wrong guess ${n}`);
      return (await owner.signIn(email)).status !== 200;
    },
  },
  {
    name: 'a password is guessed without end from one address',
    holes: [
      {
        file: attempts,
        was: "'sign-in by address': { windowMs: 5 * minuteMs, limit: 25 }",
        becomes: "'sign-in by address': { windowMs: 5 * minuteMs, limit: 9_999 }",
      },
      {
        file: attempts,
        was: "'sign-in by e-mail and address': { windowMs: 60 * minuteMs, limit: 25 }",
        becomes: "'sign-in by e-mail and address': { windowMs: 60 * minuteMs, limit: 9_999 }",
      },
    ],
    async succeeds(site) {
      const page = attacker(site);
      const statuses: number[] = [];
      for (let n = 0; n < 30; n++) {
        statuses.push((await page.signIn(newEmail('nobody'), `a wrong guess ${n}`)).status);
      }
      return !statuses.includes(429);
    },
  },
];

/** Marks a person's e-mail as verified, as its link would. */
export const prove = (databaseUrl: string, email: string) =>
  rowsOf(databaseUrl, 'update auth_users set email_verified = true where email = $1', [email]);
