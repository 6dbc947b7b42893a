import { testMessages } from '@order-hub/testing/test-messages';

testMessages(new URL('./', import.meta.url));
