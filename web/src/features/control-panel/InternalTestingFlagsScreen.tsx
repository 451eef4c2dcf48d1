import { FlagsPage } from './FlagsPage.tsx';

export default function InternalTestingFlagsScreen() {
  return <FlagsPage category="internal" />;
}
