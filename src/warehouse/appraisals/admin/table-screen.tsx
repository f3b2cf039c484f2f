import { useState } from 'react';
import { randomKey } from '#kit/forms/submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type AppraisalDraft, draftStates } from '#warehouse/appraisals/appraisal-draft.ts';
import { emptyItem, type ItemContent, isBlank } from '#warehouse/appraisals/draft-item.ts';
import { totalsOf } from '#warehouse/appraisals/totals.ts';
import { boxCodeOf } from '#warehouse/kits/box-code.ts';
import { BoxSteps } from './box-steps.tsx';
import type { EditedItem } from './edited-item.ts';
import { ItemEditor } from './item-editor.tsx';
import { ItemLines } from './item-lines.tsx';
import type { ShownItem } from './item-queue.ts';
import { OpenBox, useScannedBox } from './open-box.tsx';
import type { WaitingPicture } from './picture-store.ts';
import { type Appraisal, useAppraisal } from './use-appraisal.ts';
import { usePictures } from './use-pictures.ts';

const blankItem = (boxNumber: number): EditedItem => ({
  ...{ id: randomKey(), boxNumber, content: emptyItem, imageIds: [], images: [] },
});

/** The appraisal of a box: the item being edited, the items so far, and the next steps. */
export function AppraisalScreen({
  uid,
  loaded,
  boxNumber,
}: {
  uid: string;
  loaded: AppraisalDraft;
  boxNumber: number;
}) {
  const appraisal = useAppraisal(uid, loaded);
  useScannedBox();
  const { draft, saving } = appraisal;
  const items = appraisal.items.filter((item) => item.boxNumber === boxNumber);
  const edit = useEditedItem(uid, appraisal, { items, boxNumber });
  const { pictures } = edit;
  const isOpen =
    (draft.state === 'open' || draft.state === 'waiting') &&
    !draft.finishedBoxes.includes(boxNumber);
  return (
    <>
      <Facts draft={draft} boxNumber={boxNumber} />
      {(saving.isOffline || pictures.isOffline) && (
        <div className="mb-3">
          <Notice title="通信できません">
            入力した内容は、この端末に残っています。つながりしだい、自動で送ります。
          </Notice>
        </div>
      )}
      <div className="grid gap-4 narrow:grid-cols-[minmax(0,1fr)_17rem] desktop:grid-cols-[minmax(0,1fr)_22rem]">
        <Panel label="入力中のお品物">
          {isOpen ? <ItemEditor {...edit.editor} /> : <Finished />}
        </Panel>
        <div className="grid content-start gap-4">
          <Panel title={`${boxNumber}箱目のお品物`}>
            <ItemLines
              items={items}
              pictures={pictures.waiting}
              openId={isOpen ? edit.item.id : ''}
              onOpen={isOpen ? edit.open : undefined}
              onRemove={isOpen ? edit.remove : undefined}
            />
          </Panel>
          <Panel title="合計">
            <TotalsPanel items={appraisal.items} bonus={draft.bonus} />
          </Panel>
          <Panel label="査定の進行">
            <BoxSteps
              appraisal={appraisal}
              boxNumber={boxNumber}
              waits={saving.queue.length + pictures.waiting.length > 0}
            />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Shown when the box is finished, with the field for the next one. */
const Finished = () => (
  <div className="mx-auto grid max-w-md gap-4 py-6">
    <p className="text-center text-ink-2">この箱の入力は終わっています。</p>
    <h2 className="text-center font-sans text-lg font-bold">次の箱</h2>
    <OpenBox />
    <p className="text-sm text-ink-2">ハンドスキャナーで読み取ると、そのまま次の箱が開きます。</p>
  </div>
);

function Facts({ draft, boxNumber }: { draft: AppraisalDraft; boxNumber: number }) {
  const { appraisalId, boxes, finishedBoxes, others, state, kind, receivedOn } = draft;
  return (
    <div className="mb-3 grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="font-sans text-2xl tabular-nums narrow:text-2xl">{appraisalId}</h1>
        <Chip tone="sky">{draftStates[state]}</Chip>
        <p className="text-sm text-ink-2">
          {kind === 'fund' ? '買取寄付（基金）' : '団体への寄付'}　{formatDate(receivedOn)}到着
        </p>
        <Link
          to={`/admin/applications/${appraisalId}`}
          className="inline-flex min-h-11 items-center text-sm font-bold text-coral-dark underline"
        >
          お申し込みを見る
        </Link>
      </div>
      <nav aria-label="箱" className="flex flex-wrap gap-2">
        {boxes.map((box) => (
          <Link
            key={box}
            to={`/admin/appraisals/${boxCodeOf(appraisalId, box)}`}
            aria-current={box === boxNumber ? 'page' : undefined}
            className={`inline-flex min-h-11 items-center rounded-full border-2 px-4 text-sm font-bold no-underline ${box === boxNumber ? 'border-ink bg-ink text-white' : 'border-line bg-paper'}`}
          >
            {box}箱目
            {finishedBoxes.includes(box) && '（済）'}
          </Link>
        ))}
      </nav>
      <p role="status" className="text-sm font-bold">
        {others.length > 0 && `${others.join('さん、')}さんも、この査定を入力しています。`}
      </p>
    </div>
  );
}

/** The item being edited: a new one, or one of the list. */
function useEditedItem(
  uid: string,
  appraisal: Appraisal,
  { items, boxNumber }: { items: readonly ShownItem[]; boxNumber: number },
) {
  const [chosen, setChosen] = useState(() => blankItem(boxNumber));
  const { draft, saving } = appraisal;
  const known = items.find(({ id }) => id === chosen.id);
  // Shows a colleague's change at once; links to new pictures are known only here.
  const item: EditedItem = known
    ? { ...known, imageIds: [...known.imageIds], images: picturesOf(known, chosen) }
    : chosen;
  const index = items.findIndex(({ id }) => id === item.id);
  const last = items.filter(({ id }) => id !== item.id).at(-1);
  const save = ({ id, boxNumber, content, imageIds }: EditedItem) =>
    appraisal.save(id, { boxNumber, content, imageIds });
  const change = (changed: Partial<EditedItem>) => {
    const next = { ...item, ...changed };
    setChosen(next);
    save(next);
  };
  const pictures = usePictures(
    { uid, appraisalId: draft.appraisalId },
    {
      isFresh: appraisal.isFresh,
      onSent(itemId, { imageId, image }) {
        // Meanwhile the item may have been edited further, closed, or removed.
        const now = itemId === item.id ? item : appraisal.items.find(({ id }) => id === itemId);
        if (!now) return;
        const { imageIds, images } = now;
        const changed = { ...now, imageIds: [...imageIds, imageId], images: [...images, image] };
        if (itemId === item.id) setChosen(changed);
        save(changed);
      },
    },
  );
  const waitingOf = (id: string) => pictures.waiting.filter(({ itemId }) => itemId === id);
  const next = () => {
    // A blank item already is the next one.
    const hasPictures = item.imageIds.length + waitingOf(item.id).length > 0;
    if (hasPictures || !isBlank(item.content)) setChosen(blankItem(boxNumber));
  };
  const stored = draft.items.find(({ id }) => id === item.id);
  return {
    item,
    pictures,
    open: (shown: ShownItem) => setChosen({ ...shown, imageIds: [...shown.imageIds] }),
    remove: (shown: ShownItem) => {
      appraisal.remove(shown);
      void pictures.drop(waitingOf(shown.id));
      if (shown.id === item.id) setChosen(blankItem(boxNumber));
    },
    editor: {
      item,
      number: index === -1 ? items.length + 1 : index + 1,
      pending: known?.pending,
      stored,
      hasLast: last !== undefined,
      onChange: (content: ItemContent) => change({ content }),
      pictures: {
        waiting: waitingOf(item.id),
        onChange: change,
        onTake(files: readonly File[]) {
          // An item may consist of photos alone.
          if (!known) save(item);
          void pictures.take(item.id, files);
        },
        onDrop: (picture: WaitingPicture) => void pictures.drop([picture]),
      },
      onNext: next,
      onRepeat: () => last && change({ content: last.content }),
      onKeepMine: async () => {
        const id = await appraisal.keepMine(item.id);
        if (id !== item.id) setChosen((now) => (now.id === item.id ? { ...now, id } : now));
      },
      onKeepStored: () => {
        saving.discard(item.id);
        setChosen(stored ? { ...stored } : blankItem(boxNumber));
      },
    },
  };
}

/** The links of an item's pictures; those just uploaded are known only to this screen. */
const picturesOf = (known: ShownItem, chosen: EditedItem): string[] =>
  known.imageIds.map(
    (id) =>
      chosen.images[chosen.imageIds.indexOf(id)] ?? known.images[known.imageIds.indexOf(id)] ?? '',
  );

/** The totals of all boxes so far. */
function TotalsPanel({
  items,
  bonus,
}: {
  items: readonly ShownItem[];
  bonus: AppraisalDraft['bonus'];
}) {
  const { pieces, pricedPieces, appraisedYen } = totalsOf(items.map(({ content }) => content));
  const facts: [label: string, value: string][] = [
    ['点数', `${formatYen(pieces)}点`],
    ['値の付いた点数', `${formatYen(pricedPieces)}点`],
    ['査定金額', `${formatYen(appraisedYen)}円`],
    ...bonus.parts.map(
      ({ title, yen }) => [`加算（${title}）`, `${formatYen(yen)}円`] satisfies [string, string],
    ),
    ['寄付になる金額', `${formatYen(appraisedYen + bonus.yen)}円`],
  ];
  return (
    <dl aria-label="合計" className="grid gap-1">
      {facts.map(([label, value]) => (
        <div key={label} className="flex items-baseline justify-between gap-3">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
