import { FramedTable } from '#kit/ui/framed-table.tsx';
import type { Column } from '#kit/ui/table.tsx';
import type { deductibleTypes, reliefExamples } from './relief-rows.ts';

type DeductibleType = (typeof deductibleTypes)[number];

const typeColumns: Column<DeductibleType>[] = [
  {
    label: '団体の種別',
    isRowHeader: true,
    cell: ({ label }) => <span className="narrow:whitespace-nowrap">{label}</span>,
  },
  { label: '所得税での扱い', cell: ({ relief }) => relief },
  { label: '認定の期間', cell: ({ period }) => period },
];

export function DeductibleTypes({ types }: { types: readonly DeductibleType[] }) {
  return (
    <FramedTable
      caption="寄付金控除の対象になる団体の種別"
      columns={typeColumns}
      rows={types}
      rowKey={({ label }) => label}
    />
  );
}

type Example = (typeof reliefExamples)['gifts'][number];

const exampleColumns: Column<Example>[] = [
  { label: '一年間の寄付', isRowHeader: true, isNumber: true, cell: ({ gift }) => gift },
  { label: '所得税', isNumber: true, cell: ({ credit }) => credit },
  { label: '住民税', isNumber: true, cell: ({ residentsTax }) => residentsTax },
  { label: '合わせて', isNumber: true, cell: ({ total }) => <b>{total}</b> },
  { label: '寄付に対して', isNumber: true, cell: ({ rate }) => rate },
];

export function ReliefExamples({ gifts }: { gifts: readonly Example[] }) {
  return (
    <FramedTable
      caption="寄付の額と、軽くなる税金の例"
      columns={exampleColumns}
      rows={gifts}
      onPhones="cards"
      rowKey={({ gift }) => gift}
    />
  );
}
