import { api, apiResponse } from '#kit/client/api.ts';
import type { Transport } from '#kit/client/progress-transport.ts';
import { addressOf, send } from '#kit/client/send.ts';
import type { OwnPledge, OwnPledgeState } from './pledge.ts';
import { type PledgeDraft, type WrittenState, wordsOf } from './pledge-draft.ts';

/** The donor's pledge with the version that an edit must send. */
export type VersionedPledge = { pledge: OwnPledge; etag: string };

export async function loadPledge(id: string): Promise<VersionedPledge> {
  const response = await apiResponse(
    addressOf('GET /api/users/my-pledges/:id', { params: { id } }),
  );
  return { pledge: await response.json(), etag: response.headers.get('etag') ?? '' };
}

/** A pledge to send; `pictures` belong to its items without an id, in order. */
export type PledgeEdit = { draft: PledgeDraft; pictures: readonly File[]; etag?: string };

/** Sends a pledge with an idempotency key; the server refuses a stale version with Conflict. */
export function sendPledge(
  { draft, pictures, etag }: PledgeEdit,
  how: { idempotencyKey: string; signal: AbortSignal; transport: Transport },
): Promise<OwnPledge> {
  const body = new FormData();
  body.append('pledge', JSON.stringify(draft));
  for (const picture of pictures) body.append('image', picture, picture.name);
  return api<OwnPledge>(addressOf('POST /api/my-pledges'), { body, ifMatch: etag, ...how });
}

/** Deletes a pledge, unless it was changed since `etag`. */
export async function removePledge({ pledge, etag }: VersionedPledge): Promise<void> {
  await send('POST /api/my-pledges/:id/remove', { params: { id: pledge.id }, ifMatch: etag });
}

/** The initial state of the form; a withheld pledge counts as hidden, because only its author sees it. */
export const writtenState = (state: OwnPledgeState): WrittenState =>
  state === 'withheld' ? 'hidden' : state;

/** The part of a pledge that its author edits. */
export function draftOf(pledge: OwnPledge): PledgeDraft {
  const { id, appraisalId } = pledge;
  const items = pledge.items.map((item) => ({
    id: item.id,
    name: item.name,
    comment: item.comment,
  }));
  return { id, appraisalId, ...wordsOf(pledge), state: writtenState(pledge.state), items };
}
