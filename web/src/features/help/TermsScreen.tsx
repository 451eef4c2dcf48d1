import { LegalPage } from './LegalPage.tsx';

export default function TermsScreen() {
  return <LegalPage name="terms" />;
}
