import { type ReactNode, useState } from 'react';
import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { productLabels } from '#giving/applications/goods.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import {
  arrivesLate,
  type BoxCard,
  boxWords,
  isFine,
  type Scan,
  scanOutcomeFacts,
} from '#warehouse/intake/scan.ts';
import { boxCodeOf } from '#warehouse/kits/box-code.ts';
import { ExceptionLink, NewException } from './new-exception.tsx';
import { TakeBackButton, takeBack } from './take-back-button.tsx';

/** The last scanned box with its optional actions; the next scan requires none of them. */
export function LatestScan({
  scan,
  onChanged,
  onScan,
}: {
  scan: Scan;
  onChanged: (scan: Scan) => void;
  onScan: (code: string) => void;
}) {
  // The scan for the exception form; stays while further boxes are scanned.
  const [shelved, setShelved] = useState<Scan>();
  const [isOpen, setOpen] = useState(false);
  const needsShelf = !scanOutcomeFacts[scan.outcome].isGood;
  return (
    <ScannedBox scan={scan}>
      <BoxChoice scan={scan} onChanged={onChanged} onScan={onScan} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {scan.exceptionId ? (
          <ExceptionLink id={scan.exceptionId} />
        ) : (
          <Button
            variant={needsShelf ? 'primary' : 'outline'}
            size="small"
            onClick={() => {
              setShelved(scan);
              setOpen(true);
            }}
          >
            この箱を保留の棚に置く
          </Button>
        )}
        <TakeBackButton key={scan.id} scan={scan} onDone={onChanged} />
      </div>
      <Dialog
        isOpen={isOpen}
        title="この箱を保留の棚に置く"
        shape="wide"
        onClose={() => setOpen(false)}
      >
        {shelved && (
          <NewException
            key={shelved.id}
            scan={shelved}
            onDone={(exception) => {
              setOpen(false);
              onChanged({ ...shelved, exceptionId: exception.id });
            }}
          />
        )}
      </Dialog>
    </ScannedBox>
  );
}

/** Chooses the box of the application when the label does not say; preselects the next one that has not arrived. */
function BoxChoice({
  scan,
  onChanged,
  onScan,
}: {
  scan: Scan;
  onChanged: (scan: Scan) => void;
  onScan: (code: string) => void;
}) {
  const { card } = scan;
  const submission = useSubmission(
    async (number: number) => ({ number, changed: await takeBack(scan.id, '') }),
    {
      onDone({ number, changed }) {
        onChanged(changed);
        if (card) onScan(boxCodeOf(card.appraisalId, number));
      },
    },
  );
  if (!card || !scan.isNumberGuessed || scan.takeBack !== 'free') return null;
  const others = Array.from({ length: card.boxes }, (_, index) => index + 1).filter(
    (number) => !card.came.includes(number),
  );
  if (others.length === 0) return null;
  return (
    <fieldset className="mt-3">
      <legend className="font-bold">{`番号に箱の指定がないため、${card.number}箱目としました。違うときは選んでください。`}</legend>
      <div className="mt-1 flex flex-wrap gap-2">
        {others.map((number) => (
          <Button
            key={number}
            variant="outline"
            size="small"
            isBusy={submission.isPending}
            onClick={() => submission.send(number)}
          >
            {`${number}箱目`}
          </Button>
        ))}
      </div>
      <SubmitError message={submission.message} />
    </fieldset>
  );
}

const applicationLink =
  'inline-flex min-h-11 items-center font-bold text-coral-dark tabular-nums underline underline-offset-4';

/** The last scanned box: the outcome in large letters, and its facts. */
export function ScannedBox({ scan, children }: { scan: Scan; children?: ReactNode }) {
  const { label, advice } = scanOutcomeFacts[scan.outcome];
  const isTakenBack = scan.takenBackAt !== null;
  const { card } = scan;
  const tone = isTakenBack
    ? 'border-line bg-sand'
    : isFine(scan)
      ? 'border-leaf bg-leaf-soft'
      : 'border-error bg-error-soft';
  return (
    <section aria-label="最後に読み取った箱" className={`rounded-xl border-2 p-4 ${tone}`}>
      <div role="status">
        <p className="text-xl font-bold [word-break:auto-phrase]">
          {isTakenBack ? '受付を取り消しました' : label}
        </p>
        <p className="text-2xl font-bold tabular-nums wrap-anywhere">
          {card ? boxWords(card) : scan.code}
        </p>
      </div>
      {!isTakenBack && scan.outcome === 'again' && card?.received && (
        <p className="font-bold">
          {`${formatDateTime(card.received.at)}に${card.received.byName || '以前の担当者'}さんが受け付けています。`}
        </p>
      )}
      {!isTakenBack && advice && <p>{advice}</p>}
      {arrivesLate(scan) && (
        <p>
          このお申し込みの査定結果は、確定を待っています。この箱のお品物が入っているか、査定結果の画面でご確認ください。
        </p>
      )}
      {isTakenBack && card && <StaysReceived card={card} />}
      {card && <CardFacts card={card} />}
      {children}
    </section>
  );
}

/** Undoing the scan keeps the application received if its arrival was recorded in another way. */
function StaysReceived({ card }: { card: BoxCard }) {
  if (card.came.length > 0 || card.state !== 'goods-received') return null;
  return (
    <p>
      この箱の読み取りのほかでも到着が記録されているため、お申し込みは「
      {applicationStateFacts[card.state].admin}
      」のままです。戻すときは、お申し込みの画面からお願いします。
    </p>
  );
}

function CardFacts({ card }: { card: BoxCard }) {
  return (
    <div className="mt-3 rounded-tile bg-paper px-4 py-2">
      <Facts>
        <Fact label="お名前">
          <span className="text-lg font-bold wrap-anywhere">{card.name}</span>
          <span className="block text-sm text-ink-2 wrap-anywhere">{card.nameKana}</span>
        </Fact>
        <Fact label="届いた箱">{arrivedBoxesText(card)}</Fact>
        <Fact label="寄付先">
          <span className="wrap-anywhere">{card.targetName}</span>
        </Fact>
        <Fact label="お品物">{card.products.map((kind) => productLabels[kind]).join('、')}</Fact>
        <Fact label="受領証明書">{card.needReceipt ? '希望する' : '希望しない'}</Fact>
        <Fact label="箱の発送から">{card.kitAgeDays === null ? '' : `${card.kitAgeDays}日`}</Fact>
        <Fact label="申込番号">
          <Link to={`/admin/applications/${card.appraisalId}`} className={applicationLink}>
            {card.appraisalId}
          </Link>{' '}
          <Chip>{applicationStateFacts[card.state].admin}</Chip>
        </Fact>
        {card.state === 'goods-received' &&
          card.number !== null &&
          card.came.includes(card.number) && (
            <Fact label="査定">
              <Link
                to={`/admin/appraisals/${boxCodeOf(card.appraisalId, card.number)}`}
                className={applicationLink}
              >
                この箱を査定する
              </Link>
            </Fact>
          )}
      </Facts>
    </div>
  );
}

function arrivedBoxesText({ came, boxes }: BoxCard): string {
  if (came.length === 0) return `まだありません（全${boxes}箱）`;
  const missing = Array.from({ length: boxes }, (_, index) => index + 1).filter(
    (number) => !came.includes(number),
  );
  const rest = missing.length > 0 ? `・残り${missing.length}箱` : '・そろいました';
  return `${came.join('、')}箱目${rest}`;
}
