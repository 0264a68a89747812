/**
 * A settlement rule of a user's own, with a bug: it compares each transfer with the holding, one at a time, and forgets
 * that an agent may give the same good twice in one mechanism.
 */
import {
  applyTransfers,
  consent,
  inDoubles,
  type Ledger,
  ledgerWelfareIn,
  type Mechanism,
  reasonsOf,
  type Settled,
  settle,
} from 'edgeworth/settlement'

const welfareOf = ledgerWelfareIn(inDoubles())

export const oneByOne = (ledger: Ledger, mechanism: Mechanism): Settled => {
  const covered = mechanism.transfers.every(({ from, resource, quantity }) => {
    const good = Number(resource.slice(1)) - 1
    return quantity <= (ledger.allocation[from - 1]?.[good] ?? 0)
  })
  const applied =
    covered &&
    mechanism.verifierOk &&
    mechanism.transfers.length > 0 &&
    reasonsOf(consent(ledger, mechanism)).length === 0
  const next = applied ? applyTransfers(ledger, mechanism.transfers) : ledger
  const { event } = settle({ roundIndex: 1 })(ledger, mechanism)
  const seen = { applied, feasible: applied, accepted: applied, individuallyRational: null }
  return { ledger: next, event: { ...event, ...seen, welfareAfter: welfareOf(next) } }
}
