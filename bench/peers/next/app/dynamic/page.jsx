import { body } from '../tree.js';

export const dynamic = 'force-dynamic';

export default function Page() {
  return body();
}
