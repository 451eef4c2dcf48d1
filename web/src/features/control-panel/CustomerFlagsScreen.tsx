import { FlagsPage } from './FlagsPage.tsx';

export default function CustomerFlagsScreen() {
  return <FlagsPage category="customer" />;
}
