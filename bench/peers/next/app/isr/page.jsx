import { body } from '../tree.js';

export const revalidate = 60;

export default function Page() {
  return body();
}
