import type { PieceEvent } from '../../shared/piece-status.ts'
import type { Piece } from '../../shared/types.ts'
import { addPiece, discardPiece, isSignedIn, listPieces, stepPiece } from '../api.ts'
import { Button, whileBusy } from '../components/Button.tsx'
import { openDialog } from '../components/Dialog.tsx'
import { Field, setFieldError } from '../components/Field.tsx'
import { PieceCard } from '../components/PieceCard.tsx'
import { toast } from '../components/Toast.tsx'
import { h } from '../h.ts'

let pieces: Piece[] = []

function draw(list: Element): void {
  if (pieces.length === 0) {
    list.replaceChildren(<li class="empty">Your shelf is empty. Add your first piece above.</li>)
    return
  }
  list.replaceChildren(
    ...pieces.map((piece) => (
      <PieceCard
        piece={piece}
        onStep={(event) => void step(list, piece, event)}
        onDiscard={() =>
          openDialog({
            title: 'Discard this piece?',
            text: `"${piece.title}" leaves your shelf for good.`,
            confirm: 'Discard piece',
            onConfirm: () => void discard(list, piece),
          })
        }
      />
    )),
  )
}

async function load(list: Element): Promise<void> {
  list.replaceChildren(<li class="loading" aria-busy="true">Looking at your shelf …</li>)
  const answer = await listPieces()
  if (answer.ok) {
    pieces = answer.data.pieces
    draw(list)
    return
  }
  list.replaceChildren(
    <li class="empty" role="alert">
      {answer.message} <Button onClick={() => void load(list)}>Try again</Button>
    </li>,
  )
}

async function step(list: Element, piece: Piece, event: PieceEvent): Promise<void> {
  const answer = await stepPiece(piece.id, event)
  if (!answer.ok) return toast('error', answer.message)
  pieces = pieces.map((each) => (each.id === piece.id ? answer.data : each))
  draw(list)
  toast('success', `"${piece.title}" took its next step.`)
}

async function discard(list: Element, piece: Piece): Promise<void> {
  const before = pieces
  pieces = pieces.filter((each) => each.id !== piece.id)
  draw(list)
  const answer = await discardPiece(piece.id)
  if (answer.ok) return
  pieces = before
  draw(list)
  toast('error', answer.message)
}

async function submit(event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const form = event.currentTarget
  const button = event.submitter
  const list = document.querySelector('#pieces')
  if (!(form instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement) || !list) return
  const data = new FormData(form)
  await whileBusy(button, async () => {
    const answer = await addPiece(String(data.get('title')), Number(data.get('litres')))
    setFieldError(form, 'title', answer.ok ? '' : answer.message)
    if (!answer.ok) return
    form.reset()
    await load(list)
  })
}

export function ShelfPage() {
  if (!isSignedIn())
    return (
      <section class="section section--narrow">
        <h1>My shelf</h1>
        <p>Sign in to see the pieces on your shelf.</p>
        <p>
          <a class="button button--primary" href="/sign-in">
            Go to sign-in
          </a>
        </p>
      </section>
    )
  const list = <ul class="grid" id="pieces" />
  void load(list)
  return (
    <section class="section">
      <h1>My shelf</h1>
      <form class="form" onSubmit={(event: SubmitEvent) => void submit(event)}>
        <Field id="title" label="What is it?" />
        <Field id="litres" label="Size in litres" type="number" step="0.1" />
        <Button type="submit">Add piece</Button>
      </form>
      <h2>Pieces</h2>
      {list}
    </section>
  )
}
