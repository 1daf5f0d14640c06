"""Say for each row of the table of node editors' conventions which tests prove it, by mouse and by keys.

A test is named by its file below `tests` and its name, with the case of a gesture in brackets. `keys` names
the keys by which commands start; that they are bound is tested here, what the command does in its own test.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Part:
    """Hold one thing that a row asks for, and the tests that prove it."""

    words: str
    tests: tuple[str, ...]
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)


CANVAS = "editor/canvas/"
GESTURE = CANVAS + "test_gesture_rows.py::test_a_gesture_is_done_undone_redone_canceled_and_refused"
ZOOMED = CANVAS + "test_gesture_rows.py::test_a_gesture_hits_from_afar_and_from_near"
GAPS = "editor/conventions/test_convention_gaps.py::"
MACHINE, TREE = CANVAS + "test_machine_gestures.py::", CANVAS + "test_tree_gestures.py::"
VIEW, STRUCTURE = CANVAS + "test_canvas_view.py::", CANVAS + "test_structure_commands.py::"
CURSORS = CANVAS + "test_cursors.py::"
FRAMES, GUIDES = CANVAS + "test_frames.py::", CANVAS + "test_guides.py::"
INSPECTOR, PANELS = "editor/docks/test_inspector_panel.py::", "editor/docks/test_panels.py::"
COMMANDS = "editor/commands/test_commands.py::"
WINDOW, HISTORY = "editor/window/test_main_window.py::", "editor/window/test_window_history.py::"
SESSION, PLACES = "editor/window/test_window_session.py::", "editor/window/test_location_history.py::"
AUTOSAVE = "editor/recovery/test_autosave.py::"


def done(*names: str) -> tuple[str, ...]:
    """Return the tests of gestures: each is done, undone, redone, given up and refused."""
    return tuple(f"{GESTURE}[{name}]" for name in names)


ROWS: dict[int, tuple[Part, ...]] = {
    1: (
        Part(
            "Tab, Shift+A and a double click open the search",
            done("1-add-by-tab", "1-add-by-double-click", "1-add-into-a-box"),
            {"graph.add_node": ("Tab", "Shift+A")},
        ),
        Part("a right click offers it", (GAPS + "test_a_right_click_on_the_ground_offers_to_add",)),
        Part(
            "Tab walks on everywhere but on the canvas",
            (GAPS + "test_tab_adds_on_the_canvas_and_walks_on_everywhere_else",),
        ),
        Part(
            "F6 walks the panels",
            (WINDOW + "test_f6_walks_all_panels_and_comes_back",),
            {"view.next_panel": ("F6",), "view.previous_panel": ("Shift+F6",)},
        ),
    ),
    2: (
        Part("a port dragged to empty canvas asks what to add, one step", done("2-wire-and-add")),
        Part(
            "only what can hang there is offered, the best first",
            (
                TREE + "test_the_search_of_a_wire_offers_only_what_can_hang_there",
                CANVAS + "test_add_search.py::test_the_start_of_a_name_comes_first",
            ),
        ),
        Part("Esc leaves nothing", (TREE + "test_escape_in_the_search_leaves_nothing",)),
        Part(
            "by keys: Tab adds below what is selected", (TREE + "test_tab_adds_under_the_selected_composite",)
        ),
    ),
    3: (
        Part(
            "a drop on a body is a connection",
            done("3-wire-to-a-node", "3-wire-to-a-state", "3-share-a-leaf"),
            {"graph.connect": ("T",)},
        ),
        Part("by keys: by name", (STRUCTURE + "test_connecting_by_name_draws_a_transition",)),
        Part(
            "near is near at every zoom",
            (*done("3-wire-near-a-node"), f"{ZOOMED}[3-wire-near-a-node]"),
        ),
        Part(
            "a refused target says why",
            (
                TREE + "test_a_leaf_refuses_children_and_says_what_to_do",
                CURSORS + "test_a_refused_drop_shows_the_forbidden_cursor_until_the_pointer_leaves_it",
            ),
        ),
    ),
    4: (
        Part(
            "from the rim, or with Shift from the body",
            (MACHINE + "test_wire_from_the_rim_handle_connects_two_states", *done("4-wire-from-the-body")),
        ),
        Part("on empty canvas a state and a transition", done("4-wire-to-a-new-state")),
        Part(
            "on itself a self-loop",
            (*done("4-self-loop"), GAPS + "test_a_self_loop_is_drawn_by_keys"),
            {"graph.connect": ("T",)},
        ),
        Part(
            "an end dragged keeps guard and actions",
            (
                *done("4-retarget"),
                MACHINE + "test_dragging_the_end_of_a_line_retargets_and_keeps_the_guard",
                STRUCTURE + "test_leading_a_transition_elsewhere_keeps_its_guard",
            ),
            {"graph.retarget": ("Shift+T",)},
        ),
    ),
    5: (
        Part(
            "a node dropped on an edge goes into it",
            (
                *done("5-insert-into-an-edge", "5-insert-into-a-transition"),
                TREE + "test_what_is_dropped_from_the_palette_on_an_edge_goes_into_it",
            ),
        ),
        Part(
            "a transition keeps event and guard on its first half",
            (MACHINE + "test_a_state_put_into_a_transition_leaves_event_and_guard_on_the_first_half",),
        ),
        Part("Alt while dragging does not", (TREE + "test_alt_during_a_drag_keeps_a_node_out_of_edges",)),
        Part("the edge is lit before", (TREE + "test_alt_during_a_drag_keeps_a_node_out_of_edges",)),
        Part(
            "by keys",
            (
                STRUCTURE + "test_a_selected_state_is_put_into_the_selected_transition",
                STRUCTURE + "test_inserting_above_a_tree_node_puts_it_below",
            ),
            {"graph.insert": ("I",)},
        ),
    ),
    6: (
        Part(
            "Alt+click disconnects",
            done(
                "6-disconnect-an-edge", "6-disconnect-a-transition", "6-disconnect-a-branch", "6-empty-a-port"
            ),
            {"graph.detach": ("Alt+Del",)},
        ),
        Part(
            "by keys: detached",
            (STRUCTURE + "test_detaching_leaves_a_loose_fragment_where_it_stood",),
        ),
        Part(
            "Alt+drag pulls out and heals",
            done("6-pull-a-node-out", "6-pull-a-state-out", "6-pull-a-question-out"),
            {"graph.pull_out": ("P",)},
        ),
        Part("Alt+drag on empty canvas is a knife", done("6-knife")),
        Part("the same with X held", done("6-disconnect-with-x")),
        Part("shown before", (CURSORS + "test_alt_and_x_show_what_they_would_take_apart",)),
    ),
    7: (
        Part(
            "Del and Ctrl+Del",
            done("7-delete", "7-delete-and-heal"),
            {"edit.delete": ("Del", "Backspace"), "edit.delete_and_heal": ("Ctrl+Del",)},
        ),
        Part("it says what went", (WINDOW + "test_delete_says_what_went_and_undo_brings_it_back",)),
    ),
    8: (
        Part(
            "duplicate, with what leads in",
            (*done("8-duplicate"), STRUCTURE + "test_duplicating_with_connections_copies_what_leads_in"),
            {"edit.duplicate": ("Ctrl+D",), "edit.duplicate_connected": ("Ctrl+Shift+D",)},
        ),
        Part(
            "copy, cut, paste",
            done("8-copy-and-paste"),
            {"edit.cut": ("Ctrl+X",), "edit.copy": ("Ctrl+C",), "edit.paste": ("Ctrl+V",)},
        ),
        Part(
            "at the pointer, or below the node selected",
            (
                TREE + "test_a_paste_lands_at_the_pointer",
                MACHINE + "test_a_paste_goes_into_the_box_under_the_pointer",
                "graphs/edits/test_fragments.py::test_a_copied_branch_is_pasted_with_new_ids_under_a_parent",
            ),
        ),
        Part("text of the same JSON", (TREE + "test_copy_and_paste_go_through_text",)),
    ),
    9: (
        Part(
            "wrap and unwrap",
            (
                *done("9-wrap", "9-unwrap"),
                STRUCTURE + "test_wrapping_a_branch_calls_a_tree_of_its_own",
                STRUCTURE + "test_wrapping_states_puts_a_compound_around_them",
            ),
            {"graph.wrap": ("Ctrl+G",), "graph.unwrap": ("Ctrl+Shift+G",)},
        ),
        Part(
            "C is a comment frame",
            (FRAMES + "test_a_frame_goes_around_what_is_selected_and_asks_for_its_title",),
            {"graph.add_frame": ("C",)},
        ),
    ),
    10: (
        Part(
            "a double click goes in, the breadcrumb out",
            (
                WINDOW + "test_double_click_on_a_call_enters_and_the_breadcrumb_leads_back",
                CANVAS + "test_entering.py::test_a_double_click_on_the_header_goes_into_the_box",
            ),
        ),
        Part(
            "Enter goes in, Alt+Up out",
            (
                CANVAS
                + "test_values_in_place.py::test_enter_edits_the_label_of_a_transition_and_goes_into_a_node",
                CANVAS + "test_entering.py::test_boxes_in_boxes_are_left_one_by_one",
            ),
            {"graph.enter": ("Return", "Enter"), "view.leave_graph": ("Alt+Up",)},
        ),
        Part(
            "back and forward",
            (
                PLACES + "test_a_box_is_a_step_of_the_way_and_back_leaves_it",
                PLACES + "test_back_returns_to_the_part_of_a_graph_that_was_seen",
            ),
            {"view.back": ("Alt+Left",), "view.forward": ("Alt+Right",)},
        ),
    ),
    11: (
        Part(
            "click, Shift adds, Ctrl toggles",
            (
                CANVAS + "test_selecting.py::test_click_shift_and_ctrl",
                MACHINE + "test_shift_click_adds_and_ctrl_click_toggles",
            ),
        ),
        Part("a box touches", (CANVAS + "test_selecting.py::test_a_box_selects_what_it_touches",)),
        Part(
            "Esc lets go",
            (CANVAS + "test_selecting.py::test_a_click_on_the_ground_and_escape_let_go",),
        ),
        Part(
            "all, below, above",
            (CANVAS + "test_selecting.py::test_keys_select_all_what_is_below_and_what_is_above",),
            {
                "edit.select_all": ("Ctrl+A",),
                "edit.select_below": ("Ctrl+Shift+Down",),
                "edit.select_above": ("Ctrl+Shift+Up",),
            },
        ),
    ),
    12: (
        Part(
            "middle, right, Space and drag",
            (MACHINE + "test_middle_and_right_drag_pan_and_space_drag_too",),
        ),
        Part(
            "a right click that does not move is a menu",
            (MACHINE + "test_a_right_click_asks_for_the_menu_of_what_is_there",),
        ),
        Part("two fingers", (VIEW + "test_a_touchpad_pans_and_with_ctrl_zooms",)),
    ),
    13: (
        Part(
            "the wheel, to the pointer", (VIEW + "test_the_wheel_zooms_and_keeps_what_is_under_the_pointer",)
        ),
        Part("two fingers apart", (GAPS + "test_two_fingers_zoom_at_the_pointer",)),
        Part("Ctrl and the wheel", (VIEW + "test_a_touchpad_pans_and_with_ctrl_zooms",)),
        Part("5 to 400 percent", (VIEW + "test_the_zoom_stays_between_5_and_400_percent",)),
        Part(
            "keys",
            (GAPS + "test_keys_zoom_in_out_and_to_one",),
            {
                "view.zoom_in": ("Ctrl+=", "Ctrl++"),
                "view.zoom_out": ("Ctrl+-",),
                "view.zoom_reset": ("Ctrl+0",),
            },
        ),
        Part(
            "a setting for a wheel that scrolls",
            (GAPS + "test_the_wheel_moves_the_canvas_where_that_is_chosen",),
        ),
    ),
    14: (
        Part(
            "selection, and all where nothing is selected",
            (
                VIEW + "test_framing_the_selection_centers_it",
                GAPS + "test_framing_the_selection_frames_all_where_nothing_is_selected",
            ),
            {"view.frame_selection": ("F",)},
        ),
        Part("all", (VIEW + "test_framing_brings_everything_into_view",), {"view.frame_all": ("Home", "A")}),
    ),
    15: (
        Part(
            "arrows walk",
            (TREE + "test_arrow_keys_walk_the_tree", MACHINE + "test_arrow_keys_walk_and_shift_nudges"),
        ),
        Part("Shift and arrows nudge", done("15-nudge", "15-nudge-a-loose-node")),
        Part(
            "Ctrl and arrows reorder, out and in",
            done(
                "15-earlier", "15-later", "15-into-the-sibling", "15-out-of-the-parent", "15-out-of-the-box"
            ),
            {
                "graph.move_earlier": ("Ctrl+Left",),
                "graph.move_later": ("Ctrl+Right",),
                "graph.move_out": ("Ctrl+Up",),
                "graph.move_in": ("Ctrl+Down",),
            },
        ),
        Part("by mouse", done("6-reorder-by-drag", "16-move", "16-nest")),
    ),
    16: (
        Part(
            "a grid, without it while Ctrl is held",
            (
                *done("16-move", "16-move-without-snapping"),
                MACHINE + "test_move_snaps_to_the_grid_and_is_one_step",
                GUIDES + "test_ctrl_lets_a_state_stand_anywhere",
            ),
        ),
        Part("guides", (GUIDES + "test_dragging_a_state_snaps_to_its_neighbor_and_shows_the_guide",)),
        Part(
            "align by keys",
            (*done("16-align"), STRUCTURE + "test_distributing_makes_gaps_equal"),
            {
                "graph.align_left": ("Alt+A, L",),
                "graph.align_right": ("Alt+A, R",),
                "graph.align_top": ("Alt+A, T",),
                "graph.align_bottom": ("Alt+A, B",),
                "graph.align_middle": ("Alt+A, M",),
                "graph.align_center": ("Alt+A, C",),
                "graph.distribute_across": ("Alt+A, H",),
                "graph.distribute_down": ("Alt+A, V",),
            },
        ),
        Part("no menu takes Alt+A", (COMMANDS + "test_menu_letters_are_not_a_and_all_different",)),
    ),
    17: (
        Part(
            "trees arrange themselves, or are placed freely",
            (
                CANVAS
                + "test_free_placement.py::test_turning_it_on_and_off_is_one_step_each_and_moves_nothing",
                CANVAS + "test_scene.py::test_the_scene_equals_one_built_anew_after_random_edits",
            ),
        ),
        Part(
            "machines are laid out, a selection or all, as one step",
            (
                CANVAS + "test_lay_out.py::test_laying_out_a_selection_moves_only_that",
                CANVAS + "test_lay_out.py::test_laying_out_is_one_step",
            ),
            {"graph.lay_out_selection": ("L",), "graph.lay_out_all": ("Shift+L",)},
        ),
        Part(
            "it glides for at most 150 ms, and not where motion is reduced",
            (
                GAPS + "test_a_layout_glides_for_at_most_150_ms",
                CANVAS + "test_layout_glide.py::test_reduced_motion_jumps",
            ),
        ),
    ),
    18: (
        Part(
            "F2 and a double click on the title",
            done("18-rename-by-title", "18-rename-by-f2"),
            {"edit.rename": ("F2",)},
        ),
        Part(
            "a name that is taken is flagged, Esc drops it",
            (MACHINE + "test_a_name_that_is_taken_is_flagged_and_escape_drops_it",),
        ),
    ),
    19: (
        Part(
            "the inspector has everything",
            ("editor/docks/test_declared_contents.py::test_parameters_are_added_and_removed",),
        ),
        Part(
            "one or two values on a node, in place",
            (
                *done("19-edit-a-guard", "19-edit-an-entry", "19-edit-a-test"),
                CANVAS + "test_values_in_place.py::test_at_most_two_values_stand_on_any_kind_of_node",
                CANVAS + "test_values_in_place.py::test_the_keyboard_edits_the_value_of_what_is_selected",
            ),
            {"edit.value": ("Shift+F2",)},
        ),
    ),
    20: (
        Part(
            "several show what they share, mixed otherwise",
            (INSPECTOR + "test_several_elements_show_mixed_and_take_a_value_as_one_step",),
        ),
        Part(
            "scrubbing is one step, by keys too",
            (INSPECTOR + "test_scrubbing_is_one_step", INSPECTOR + "test_up_and_down_keys_step_a_number"),
        ),
        Part(
            "the default comes back",
            (
                INSPECTOR + "test_dot_takes_the_default_back",
                INSPECTOR + "test_the_menu_of_a_field_takes_the_default_back",
            ),
        ),
        Part(
            "F1 opens the help of the kind",
            (
                "editor/window/test_help_window.py::"
                "test_f1_shows_the_selected_state_and_then_the_index_in_the_same_window",
            ),
            {"help.kind": ("F1",)},
        ),
    ),
    21: (
        Part(
            "listed; a click and F8 go there",
            (
                PANELS + "test_problem_is_listed_and_f8_goes_there",
                "editor/docks/test_problems_panel.py::"
                "test_a_click_on_fix_mends_and_a_click_beside_it_goes_there",
            ),
            {"problems.next": ("F8",), "problems.previous": ("Shift+F8",)},
        ),
        Part("an icon on the node", (VIEW + "test_problems_of_this_graph_show_on_its_nodes",)),
        Part(
            "checked beside typing",
            (
                "editor/documents/test_check_in_slices.py::"
                "test_a_large_check_lets_the_window_live_between_its_slices",
            ),
        ),
        Part(
            "a run begun with errors says so (rule 8.5: wrong nodes fail, the rest plays)",
            (
                "editor/running/test_run_controller.py::"
                "test_8_5_a_run_started_on_a_document_with_errors_plays_the_wrong_nodes_as_failing",
                "editor/running/test_live_edits.py::"
                "test_8_5_errors_keep_the_version_before_and_the_status_row_says_so",
            ),
        ),
    ),
    22: (
        Part("steps are listed", (HISTORY + "test_steps_are_listed_the_newest_first_above_the_beginning",)),
        Part(
            "a click goes there, with selection and view",
            (
                HISTORY + "test_a_click_goes_there_with_the_selection_of_the_step_and_forth_again",
                HISTORY + "test_going_back_shows_again_what_was_seen_if_the_change_is_out_of_view",
            ),
            {"edit.undo": ("Ctrl+Z",), "edit.redo": ("Ctrl+Y", "Ctrl+Shift+Z")},
        ),
        Part("the saved point", (HISTORY + "test_the_saved_point_is_marked_until_it_is_out_of_reach",)),
    ),
    23: (
        Part(
            "commands",
            ("editor/finding/test_go_to.py::test_ctrl_shift_p_begins_with_the_commands",),
            {"view.commands": ("Ctrl+Shift+P",)},
        ),
        Part(
            "places",
            (
                "editor/finding/test_go_to.py::"
                "test_states_variables_events_and_files_of_the_folder_are_gone_to",
            ),
            {"view.go_to": ("Ctrl+P",)},
        ),
        Part(
            "find in the graph and on",
            ("editor/finding/test_find_bar.py::test_enter_shift_enter_and_f3_walk_around_the_ends",),
            {"edit.find": ("Ctrl+F",), "edit.find_next": ("F3",), "edit.find_previous": ("Shift+F3",)},
        ),
        Part(
            "find in files",
            ("editor/finding/test_find_in_files.py::test_a_click_opens_the_file_and_selects_the_element",),
            {"edit.find_in_files": ("Ctrl+Shift+F",)},
        ),
    ),
    24: (
        Part(
            "run, pause, stop, one tick",
            (COMMANDS + "test_keys_start_commands",),
            {"run.toggle": ("F5",), "run.stop": ("Shift+F5",), "run.step": ("F10",)},
        ),
        Part(
            "one tick back, and the canvas says that it shows the past",
            (
                "editor/test_window_past.py::"
                "test_a_tick_back_by_its_command_shows_the_banner_and_the_end_takes_it_away",
            ),
            {"run.step_back": ("Shift+F10",)},
        ),
        Part(
            "what is changed in the past begins a branch",
            (
                "editor/running/test_time_travel.py::"
                "test_what_is_done_in_the_past_begins_a_branch_and_keeps_the_other_run",
            ),
        ),
        Part(
            "one visit",
            ("editor/test_window_visits.py::test_the_first_step_goes_into_the_next_tick",),
            {"run.step_visit": ("F11",)},
        ),
        Part(
            "breakpoints",
            (
                "editor/test_window_breakpoints.py::"
                "test_the_key_sets_a_breakpoint_on_the_selection_and_takes_it_away",
            ),
            {"run.breakpoint": ("F9",), "run.clear_breakpoints": ("Ctrl+Shift+F9",)},
        ),
        Part(
            "start here",
            (
                "editor/window/test_interventions.py::"
                "test_7_4_a_state_is_entered_in_the_next_tick_and_a_run_can_start_in_it",
            ),
        ),
    ),
    25: (
        Part("follow", (CANVAS + "test_run_overlay.py::test_following_brings_what_runs_into_view",)),
        Part(
            "what runs is listed, a click goes there",
            (
                PANELS + "test_outline_shows_live_badges",
                PANELS + "test_outline_follows_and_leads_the_selection",
            ),
        ),
        Part(
            "an agent is picked",
            (
                "editor/agents/test_agents_panel.py::"
                "test_agents_are_listed_found_by_words_and_picked_by_a_click",
                "editor/preview/test_picking_and_camera.py::"
                "test_tab_picks_the_next_agent_and_shift_tab_the_one_before",
            ),
        ),
        Part(
            "the log of transitions is clicked and filtered",
            (
                PANELS + "test_transitions_are_listed_newest_first_and_select",
                "editor/agents/test_agents_panel.py::test_the_transition_log_is_filtered_by_words_and_agent",
            ),
        ),
    ),
    26: (
        Part("M disables", (VIEW + "test_disabling_toggles",), {"graph.toggle_disabled": ("M",)}),
        Part(
            "hatched",
            ("editor/painting/test_node_painting.py::test_disabled_wins_over_running_and_is_hatched",),
        ),
        Part(
            "an export keeps or drops it",
            ("editor/exporting/test_export_window.py::test_options_change_what_is_written",),
        ),
    ),
    27: (
        Part(
            "recent and pinned files",
            ("editor/window/test_welcome_page.py::test_recent_files_are_listed_pinned_and_opened",),
        ),
        Part(
            "the last session",
            (
                SESSION + "test_tabs_graphs_view_and_selection_come_back",
                SESSION + "test_panels_in_front_and_folded_stacks_come_back",
            ),
        ),
        Part(
            "side files within two seconds, offered after a crash",
            (
                AUTOSAVE + "test_the_moment_until_writing_leaves_room_within_two_seconds",
                "editor/recovery/test_window_recovery.py::test_a_killed_program_loses_nothing_that_was_written",
            ),
        ),
        Part(
            "saved whole or not at all",
            (
                "graphs/files/test_whole_file.py::test_what_fails_in_the_middle_leaves_the_old_content",
                "editor/window/test_saving_in_any_order.py::"
                "test_a_killed_save_leaves_no_half_file_and_nothing_behind",
            ),
            {"file.save": ("Ctrl+S",)},
        ),
        Part(
            "a change on disk is told, read again or compared",
            (
                WINDOW + "test_change_on_disk_is_offered_when_there_are_edits",
                "editor/difference/test_window_comparison.py::"
                "test_a_file_that_changed_on_disk_can_be_compared_from_its_banner",
            ),
        ),
    ),
    28: (
        Part(
            "light, dark, high contrast, as the system",
            (
                WINDOW + "test_every_theme_can_be_worn",
                "editor/theme/test_themes.py::test_system_choice_follows_the_desktop",
            ),
        ),
        Part(
            "color, glyph and border",
            (
                "editor/painting/test_node_painting.py::"
                "test_badge_is_a_solid_plate_when_live_and_an_outline_when_last",
                "editor/theme/test_themes.py::test_failure_keeps_its_dash_as_last_result",
            ),
        ),
        Part(
            "told apart by all eyes",
            (
                "editor/theme/test_contrast.py::"
                "test_running_success_and_failure_are_noticeably_different_for_all_eyes",
            ),
        ),
    ),
    29: (
        Part(
            "every dot of a sharp screen",
            (
                "editor/window/test_scale_factor.py::"
                "test_the_window_keeps_its_logical_sizes_and_is_drawn_with_every_dot",
                CANVAS + "test_gesture_rows.py::test_all_gestures_work_where_a_pixel_is_four",
            ),
        ),
        Part(
            "icons are drawn at any size",
            ("editor/theme/test_icons.py::test_pixmap_has_the_asked_size_and_is_cached",),
        ),
        Part(
            "no text is cut off, at larger text too",
            (
                "editor/every_scene/test_clipped_texts.py::"
                "test_no_text_is_cut_off_in_a_small_window_with_larger_text",
            ),
        ),
    ),
    30: (
        Part(
            "the outline is a list of the same document, with all commands",
            (
                PANELS + "test_outline_lists_graphs_and_nodes_in_document_order",
                PANELS + "test_outline_follows_and_leads_the_selection",
                "editor/window/test_picking_places.py::"
                "test_keys_of_the_canvas_that_are_no_letters_work_in_the_outline",
            ),
        ),
        Part(
            "a ring shows the focus",
            ("editor/window/test_accessible_names.py::test_the_widget_with_the_focus_looks_different",),
        ),
        Part(
            "everything has a name and is reached in order",
            (
                "editor/every_scene/test_tab_order.py::test_tab_reaches_everything_in_every_panel_as_it_is_read",
                "editor/every_scene/test_tab_order.py::test_tab_reaches_everything_in_every_dialog",
            ),
        ),
        Part(
            "nothing by mouse alone",
            ("e2e/test_soldier_by_keyboard.py::test_the_soldier_is_built_by_keyboard",),
        ),
        Part(
            "the sheet of keys",
            ("editor/key_editor/test_key_editor.py::test_the_key_sheet_names_the_keys_chosen",),
            {"help.keys": ("?",)},
        ),
    ),
    31: (
        Part(
            "toggled and remembered",
            (PLACES + "test_the_map_is_toggled_for_all_canvases_and_remembered",),
            {"view.minimap": ("Ctrl+M",)},
        ),
        Part("off below 30 nodes", (CANVAS + "test_minimap.py::test_small_graphs_have_no_map",)),
        Part("a click goes there", (CANVAS + "test_minimap.py::test_a_click_goes_there_and_a_drag_follows",)),
    ),
}
"""The rows by number, as in the comparison of node editors that the canvas was designed after."""
