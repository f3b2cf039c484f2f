import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import type { ApplicationStatus, AppraisalItem } from '#giving/applications/application.ts';
import type { IdentityCheck } from '#giving/applications/application-state.ts';
import { deliveryDateLabel, deliverySlotLabels } from '#giving/applications/delivery.ts';
import { productLabels } from '#giving/applications/goods.ts';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { mailHref, telHref } from '#kit/ui/links/contact-href.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { type Column, Table } from '#kit/ui/table.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import { wholeAddress } from '#kit/values/postal/written-address.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { donorPath } from '#people/donors/donor.ts';

type Application = { application: AdminApplicationDetail };

const link = 'break-all text-coral-dark underline';

/** The sender of the box, and the address of the kit. */
export function ApplicantFacts({ application }: Application) {
  const { appraisalId, tel, email, uid, status, birth, occupation, enteredBy } = application;
  const { zipcode, prefecture, line1, line2, building } = status.applicantAddress;
  return (
    <Facts>
      <Fact label="お届け先">
        {formatPostalCode(zipcode)}
        <br />
        {wholeAddress({ prefecture, line1, line2, building })}
      </Fact>
      <Fact label="電話番号">
        <a href={telHref(tel)} className={link}>
          {formatPhone(tel)}
        </a>
      </Fact>
      <Fact label="メール">
        <a href={mailHref(email)} className={link}>
          {email}
        </a>
      </Fact>
      <Fact label="会員">
        <Link
          to={donorPath({ id: uid ?? appraisalId, isGuest: uid === null })}
          className="text-coral-dark underline"
        >
          {uid === null ? 'ゲストの記録' : '会員の記録'}
        </Link>
      </Fact>
      <Fact label="受付">{enteredBy && `お電話で受付（担当 ${enteredBy.name || '不明'}）`}</Fact>
      <Fact label="生年月日">{birth && formatDate(birth)}</Fact>
      <Fact label="ご職業">{occupation}</Fact>
    </Facts>
  );
}

const identityLabels: Record<IdentityCheck, string> = {
  'not-needed': '',
  due: '書類待ち',
  submitted: '書類の確認待ち',
  approved: '承認済み',
  rejected: '差し戻し',
};

const agreedLabel = (termsVersion: number | null) => {
  if (termsVersion === null) return '記録なし';
  return termsVersion === 0 ? 'はじめの文面' : `第${termsVersion}版`;
};

/** The goods and wishes of the application. */
export function GoodsFacts({ application }: Application) {
  const { kind, targetName, frequency, boxes, slotCodes, identity, createdAt } = application;
  const { associateId, products, needReceipt, needsKit } = application.status;
  return (
    <Facts>
      <Fact label="寄付先">
        <b>{targetName}</b>
      </Fact>
      {/* Also a column of the result file. */}
      <Fact label="寄付先団体ID">{associateId}</Fact>
      <Fact label="寄付の方法">{kind === 'direct' ? '団体へのご寄付' : '買取して基金へ'}</Fact>
      <Fact label="回数">{frequency === 'once' ? '1回' : '半年ごとにご案内'}</Fact>
      <Fact label="お品物">{products.map((product) => productLabels[product]).join('、')}</Fact>
      <Fact label="箱の数">{boxes}箱</Fact>
      {needsKit ? (
        <KitFacts {...application.status} slotCodes={slotCodes} />
      ) : (
        <Fact label="箱">ご自分の箱で送る（箱は発送しません）</Fact>
      )}
      <Fact label="受領証明書">
        {kind === 'fund' ? '発行なし' : needReceipt ? '希望する' : '希望しない'}
      </Fact>
      <Fact label="同意した規約">{agreedLabel(application.termsVersion)}</Fact>
      <Fact label="本人確認">{identityLabels[identity]}</Fact>
      <Fact label="受付日時">{formatDateTime(createdAt)}</Fact>
    </Facts>
  );
}

function KitFacts({
  deliveryDate,
  deliverySlot,
  slotCodes,
}: Pick<ApplicationStatus, 'deliveryDate' | 'deliverySlot'> &
  Pick<AdminApplicationDetail, 'slotCodes'>) {
  return (
    <>
      <Fact label="お届け希望日">{deliveryDateLabel(deliveryDate)}</Fact>
      <Fact label="お届け時間">
        {deliverySlotLabels[deliverySlot]}
        {deliverySlot !== '' && (
          <span className="text-sm text-ink-2">
            （佐川 {slotCodes.sagawa}・ヤマト {slotCodes.yamato}）
          </span>
        )}
      </Fact>
    </>
  );
}

/** The result of the appraisal, by kind of goods where the operator uploaded it. */
export function ResultFacts({ status: { amountYen, items } }: { status: ApplicationStatus }) {
  return (
    <>
      <p>
        <span className="figures text-2xl">{formatYen(amountYen)}</span>円
      </p>
      {items.length > 0 && (
        <div className="mt-3">
          <Table
            caption="品目ごとの査定"
            columns={itemColumns}
            rows={items}
            rowKey={(item) => items.indexOf(item)}
            onPhones="cards"
            isDense
          />
        </div>
      )}
    </>
  );
}

const itemColumns: Column<AppraisalItem>[] = [
  { label: '品目', isRowHeader: true, cell: ({ name }) => name },
  { label: '点数', isNumber: true, cell: ({ quantity }) => formatYen(quantity) },
  { label: '査定金額', isNumber: true, cell: ({ amountYen }) => `${formatYen(amountYen)}円` },
  { label: '行き先', cell: ({ destination }) => destination },
  { label: '理由', cell: ({ reason }) => reason || '—' },
];
