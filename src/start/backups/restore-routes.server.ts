import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { dropHeldMails, listHeldMails, sendHeldMails } from './held-mails.server.ts';
import { BackupState, HeldMailChoice, HeldMailGroup, HeldMailOutcome, Restore } from './restore.ts';
import { backupState, noteBankCheck, noteLook } from './restores.server.ts';

const tags = ['運営'];
/** Mails of a large day take some seconds. */
const longMs = 90_000;
const mails = { allow: 'mails.manage', longMs, tags } as const;
const oneRestore = { params: { generation: z.coerce.number().int().min(2).max(10_000) } } as const;

/** Backups, what a restore left to do, and the mails it holds. */
export const restoreDoors = [
  door(
    'GET /api/office/backups',
    {
      allow: 'settings.read',
      out: BackupState,
      tags,
      summary: 'バックアップの状況と、バックアップから戻した記録',
    },
    (ctx) => backupState(ctx),
  ),
  door(
    'POST /api/office/restores/:generation/bank-checked',
    {
      allow: 'remittances.manage',
      ...oneRestore,
      out: Restore,
      tags,
      summary: '戻したあと、送金を銀行の記録と照らし合わせたことを記録する',
    },
    (ctx, { person, params }) => noteBankCheck(ctx, person, params.generation),
  ),
  door(
    'POST /api/office/restores/:generation/looked',
    {
      allow: 'settings.change',
      ...oneRestore,
      out: Restore,
      tags,
      summary: '戻したあとの確認が済んだことを記録する',
    },
    (ctx, { person, params }) => noteLook(ctx, person, params.generation),
  ),
  door(
    'GET /api/office/held-mails',
    {
      ...mails,
      out: z.object({ items: z.array(HeldMailGroup) }),
      summary: '保留中のメール（種類ごとの件数と、新しい100件）',
    },
    async (ctx, { person }) => ({ items: await listHeldMails(ctx, person) }),
  ),
  door(
    'POST /api/office/held-mails/send',
    {
      ...mails,
      body: HeldMailChoice,
      out: HeldMailOutcome,
      summary: '保留中のメールを送る（1通、1種類、またはすべて）',
    },
    (ctx, { person, body }) => sendHeldMails(ctx, person, body),
  ),
  door(
    'POST /api/office/held-mails/drop',
    {
      ...mails,
      body: HeldMailChoice,
      out: HeldMailOutcome,
      summary: '保留中のメールを送らずに消す（1通、1種類、またはすべて）',
    },
    (ctx, { person, body }) => dropHeldMails(ctx, person, body),
  ),
] as const;
