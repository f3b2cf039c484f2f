import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#start/env.server.ts';
import { mailFailureOf, type OutgoingMail, sendBySmtp } from './mail.server.ts';

const mail: OutgoingMail = {
  messageId: '<0b0c@tasuki.example>',
  to: 'hanako@tasuki.example',
  subject: '【たすき】ご登録ありがとうございます',
  text: 'ありがとうございます。',
  html: '<p>ありがとうございます。</p>',
  createdAt: new Date('2026-11-20T01:00:00Z'),
};

/** Commands received by a mail server without TLS, or with a self-signed certificate. */
async function listening(offersTls: boolean) {
  const told: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect(_session, done) {
      told.push('hello');
      done();
    },
    onAuth({ username }, _session, done) {
      told.push(`sign-in ${username}`);
      done(null, { user: username });
    },
    onMailFrom({ address }, _session, done) {
      told.push(`from ${address}`);
      done();
    },
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { told, port: (server.server.address() as AddressInfo).port };
}

const sendTo = (host: string, port: number) =>
  sendBySmtp({ url: `smtp://tasuki:secret@${host}:${port}`, from: 'noreply@tasuki.example' })(
    mail,
    new AbortController().signal,
  );

// An address of this machine not recognised as loopback, in place of a server on the network.
const network = '0.0.0.0';

test.each([
  ['offers no TLS', false],
  ['shows a certificate that nobody vouches for', true],
])(
  'a mail server over the network that %s is told neither password nor mail',
  async (_how, offersTls) => {
    const { told, port } = await listening(offersTls);
    const failure = await sendTo(network, port).catch(mailFailureOf);
    expect(failure).toMatchObject({ kind: 'outage' });
    expect(told).toEqual(['hello']);
  },
);

test('one on this machine may do without TLS', async () => {
  const { told, port } = await listening(false);
  await sendTo('127.0.0.1', port);
  expect(told).toEqual(['hello', 'sign-in tasuki', 'from noreply@tasuki.example']);
});

test.each([
  '',
  'smtp://127.0.0.1:1025',
  'smtps://user:password@mail.example:465',
  'smtp://user:password@mail.example:587?name=tasuki.example&authMethod=PLAIN',
])('SMTP_URL may be «%s»', (url) => expect(readEnv({ SMTP_URL: url }).SMTP_URL).toBe(url));

test.each([
  'mail.example',
  'http://mail.example',
  'smtp:mail.example',
  'smtp://mail.example?requireTLS=false',
  'smtp://mail.example?ignoreTLS=true',
  'smtp://mail.example?opportunisticTLS=true',
  'smtps://mail.example?tls.rejectUnauthorized=false',
  'smtps://mail.example?secure=false',
  'smtp://mail.example?service=gmail',
])('SMTP_URL=%s is refused with what to write instead', (url) => {
  expect(() => readEnv({ SMTP_URL: url })).toThrow(/^[^\n]+\n {2}SMTP_URL: must be smtp:\/\/.+$/);
});
