import { ReliefCalculator } from './relief-calculator.tsx';
import type { ReliefValues } from './relief-question.ts';

/** The guide's calculator: loaded lazily, so that the page does not wait for the code of forms. */
export const GuideCalculator = ({ asked }: { asked: ReliefValues | undefined }) => (
  <ReliefCalculator asked={asked} />
);
